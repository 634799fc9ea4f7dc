"""What a JSON body may hold: a key that nobody reads is refused by name. A mistyped one would change nothing, and its
sender would be told that all is well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ninja import Schema
from pydantic import ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from benchdb.wording import words

MOST = 20  #: unknown keys that are named
LONGEST = 80  #: characters of one


class JsonBody(Schema):
    """The base of every body that the API reads."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="wrap")
    @classmethod
    def has_known_keys(cls, given: Any, handler: ModelWrapValidatorHandler[Any], info: Any) -> Any:
        if isinstance(given, Mapping) and (unknown := [key for key in given if key not in cls.model_fields]):
            faults = [fault_of(str(key), tuple(cls.model_fields)) for key in unknown[:MOST]]
            raise ValidationError.from_exception_data(cls.__name__, faults)
        return handler(given)


def fault_of(key: str, known: tuple[str, ...]) -> InitErrorDetails:
    # The sentence is no template of pydantic's: its braces would be read.
    message = words("field is unknown", known=known)
    return InitErrorDetails(
        type=PydanticCustomError("unknown_key", "{message}", {"message": message}),
        loc=(key[:LONGEST],),
        input=key[:LONGEST],
    )
