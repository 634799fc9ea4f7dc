"""Where logs come in."""

from django.urls import path

from ingest import views

urlpatterns = [
    path("uploads/", views.uploads, name="uploads"),
    path("uploads/<int:upload_id>/", views.upload, name="upload"),
    path("uploads/<int:upload_id>/retry/", views.retry, name="retry"),
    path("u/<path:name>", views.put, name="put"),
]
