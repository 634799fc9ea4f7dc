"""Static files under names that hold their hash, imports between our modules included: cached for ever, never stale."""

from __future__ import annotations

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "benchdb/*.js"  #: what others wrote may speak of imports in its comments


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Django would rewrite the imports of all scripts; here it does of our own."""

    patterns = (*HashedFilesMixin.patterns, (OURS, HashedFilesMixin._js_module_import_aggregation_patterns[1]))
