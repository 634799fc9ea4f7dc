"""Every page. A comparison has twins: the same address with another ending."""

from django.urls import path, re_path

from frontend.pages import compare, inventory, runs, scaling, studies

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
    re_path(r"^compare\.(?P<twin>json|csv)$", compare.compare, name="compare_twin"),
    path("scaling/", scaling.page, name="scaling"),
    re_path(r"^scaling\.(?P<twin>json|csv)$", scaling.page, name="scaling_twin"),
    path("compare/freeze/", compare.freeze, name="freeze"),
    re_path(r"^p/(?P<link_id>[a-z2-7]+)/$", compare.permalink, name="permalink"),
    re_path(r"^p/(?P<link_id>[a-z2-7]+)\.(?P<twin>json|csv)$", compare.permalink, name="permalink_twin"),
]
