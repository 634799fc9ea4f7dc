"""Static files under names that hold their hash, imports between our modules included: cached for ever, never stale."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "benchdb/*.js"  #: what others wrote may speak of imports in its comments
ON_EVERY_PAGE = ("benchdb/", "django_htmx/htmx-4.min.")  #: how the names begin of what the site's own pages load


class SlowForOurs(Compressor):
    """gzip for every file; Brotli, which takes 2 s of CPU a megabyte, where pages wait for it, not for the admin's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._quick = Compressor(**{**options, "use_brotli": False})

    def compress(self, path: str) -> list[str]:
        name = Path(path).relative_to(settings.STATIC_ROOT).as_posix()
        return list(super().compress(path) if name.startswith(ON_EVERY_PAGE) else self._quick.compress(path))


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Django would rewrite the imports of all scripts; here it does of our own."""

    patterns = (*HashedFilesMixin.patterns, (OURS, HashedFilesMixin._js_module_import_aggregation_patterns[1]))

    def create_compressor(self, **options: Any) -> Compressor:
        return SlowForOurs(**options)
