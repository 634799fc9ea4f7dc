"""Every page. A comparison has twins: the same address with another ending."""

from django.urls import path, re_path

from frontend.faces import ENDINGS
from frontend.pages import compare, documents, inventory, permalinks, runs, scaling, studies

KIND = "(?P<kind>machines|kernels|servers)"

urlpatterns = [
    path("", studies.home, name="home"),
    path("studies/", studies.studies, name="studies"),
    path("studies/<slug:slug>/", studies.study, name="study"),
    path("runs/", runs.runs, name="runs"),
    path("runs/<int:run_id>/", runs.run, name="run"),
    path("runs/<int:run_id>/log", runs.raw_log, name="raw_log"),
    re_path(rf"^{KIND}/$", inventory.listing, name="inventory"),
    re_path(rf"^{KIND}/(?P<slug>[-\w]+)/$", inventory.detail, name="inventory_detail"),
    path("compare/", compare.compare, name="compare"),
    path("docs/", documents.documents, name="documents"),
    path("docs/<path:name>/", documents.document, name="document"),
    re_path(rf"^compare\.(?P<twin>{ENDINGS})$", compare.compare, name="compare_twin"),
    path("scaling/", scaling.page, name="scaling"),
    re_path(rf"^scaling\.(?P<twin>{ENDINGS})$", scaling.page, name="scaling_twin"),
    path("compare/freeze/", permalinks.freeze, name="freeze"),
    path("p/", permalinks.permalinks, name="permalinks"),
    re_path(r"^p/(?P<link_id>[a-z2-7]+)/$", permalinks.permalink, name="permalink"),
    re_path(rf"^p/(?P<link_id>[a-z2-7]+)\.(?P<twin>{ENDINGS})$", permalinks.twin, name="permalink_twin"),
]
