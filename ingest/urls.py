"""Where logs come in."""

from django.urls import path

from ingest.intake import changes, recordings, views

urlpatterns = [
    path("uploads/", views.uploads, name="uploads"),
    path("uploads/look/", views.look, name="look"),
    path("uploads/<int:upload_id>/", views.upload, name="upload"),
    path("recordings/<int:recording_id>/", recordings.recording, name="recording"),
    path("uploads/<int:upload_id>/retry/", views.retry, name="retry"),
    path("uploads/<int:upload_id>/cancel/", views.cancel, name="cancel"),
    path("uploads/<int:upload_id>/change/", changes.change, name="change_upload"),
    path("u/<path:name>", views.put, name="put"),
]
