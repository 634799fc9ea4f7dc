"""Where logs come in."""

from django.urls import path

from ingest.intake import changes, path_looks, recordings, run_corrections, views

urlpatterns = [
    path("uploads/", views.uploads, name="uploads"),
    path("uploads/look/", views.preview, name="upload-preview"),
    path("uploads/look/paths/", path_looks.look_at_paths, name="look_at_paths"),
    path("uploads/<int:upload_id>/", views.upload, name="upload"),
    path("recordings/<int:recording_id>/", recordings.recording, name="recording"),
    path("uploads/<int:upload_id>/retry/", views.retry, name="retry"),
    path("uploads/<int:upload_id>/cancel/", views.cancel, name="cancel"),
    path("uploads/<int:upload_id>/change/", changes.change, name="change_upload"),
    path("runs/correct/", run_corrections.correct, name="correct_runs"),
    path("runs/corrections/<int:correction_id>/", run_corrections.correction, name="run_correction"),
    path("runs/corrections/<int:correction_id>/undo/", run_corrections.put_back, name="undo_run_correction"),
    path("u/<path:name>", views.put, name="put"),
]
