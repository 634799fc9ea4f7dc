"""What one answer of the API names is asked for by the next request: sequences, on a site that keeps what they did."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from benchdb.models import Upload
from frontend.tests.api.documented import DOCUMENT, document_of, excused
from ingest.pipeline.parse_upload import parse_upload

EXAMPLES = os.environ.get("HYPOTHESIS_EXAMPLES")
SEQUENCES = settings(
    max_examples=int(EXAMPLES or 10),
    derandomize=not EXAMPLES,
    stateful_step_count=6,
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_whatever_came_before_the_api_does_what_its_document_says(headers: dict[str, str]) -> None:
    class Sequences(document_of(DOCUMENT["paths"]).as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": headers}

        def after_call(self, response: Any, case: Any) -> None:
            """What was sent is read at once: no worker listens here."""
            for upload in Upload.objects.filter(state=Upload.State.QUEUED):
                parse_upload(upload.pk)

        def validate_response(self, response: Any, case: Any, **more: Any) -> None:
            came_before = [positive_data_acceptance] if "Idempotency-Key" in case.headers else []  # with other files
            case.validate_response(response, excluded_checks=excused(case) + came_before, **more)

    Sequences.run(settings=SEQUENCES)
