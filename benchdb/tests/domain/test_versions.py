import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.versions import is_other_server, kernel_name, server_name, version_key

IN_ORDER = [
    "Linux 2.2.19 SMP", "Linux 2.4.1", "Linux 2.4.9", "Linux 2.4.18-smp", "Linux 2.6.0-test5", "Linux 2.6.0-rc1",
    "Linux 2.6.0", "Linux 2.6.0-14", "Linux 2.6.9", "Linux 5.10.0-26-amd64", "Linux 6.1",
]  # fmt: skip


def test_kernel_versions_sort_as_versions() -> None:
    assert sorted(sorted(IN_ORDER), key=version_key) == IN_ORDER


@given(st.lists(st.integers(0, 99), min_size=1, max_size=4), st.lists(st.integers(0, 99), min_size=1, max_size=4))
def test_versions_sort_as_their_numbers_do(one: list[int], other: list[int]) -> None:
    padded = [[*numbers, 0, 0, 0, 0][:4] for numbers in (one, other)]
    keys = [version_key(".".join(map(str, numbers))) for numbers in (one, other)]
    assert (keys[0] < keys[1]) == (padded[0] < padded[1])


@given(st.text(max_size=40))
def test_any_name_can_be_read(name: str) -> None:
    assert len(version_key(name)) == 6
    assert isinstance(kernel_name(name).series, str)
    assert isinstance(server_name(name).product, str)


@pytest.mark.parametrize(
    ("name", "os", "release", "series", "flavour", "build", "patches"),
    [
        ("Linux 2.4.18-smp", "Linux", "2.4.18-smp", "2.4", "smp", "", ()),
        ("Linux 2.6.0-test5", "Linux", "2.6.0-test5", "2.6", "", "", ()),
        ("SunOS 5.10 Generic_118833-33", "SunOS", "5.10", "5.10", "", "Generic_118833-33", ()),
        ("Linux 2.4.1 SMP + multi-queue scheduler", "Linux", "2.4.1", "2.4", "smp", "SMP", ("multi-queue scheduler",)),
        ("Linux 5.10.0-26-cloud-amd64", "Linux", "5.10.0-26-cloud-amd64", "5.10", "cloud-amd64", "", ()),
        ("2.6.9-22.ELsmp", "", "2.6.9-22.ELsmp", "2.6", "", "", ()),
        ("kernel-6.1", "", "6.1", "6.1", "", "", ()),
        ("linux-6.1.0-rc2", "Linux", "6.1.0-rc2", "6.1", "", "", ()),
        ("Linux 6.18.44-fc-v657", "Linux", "6.18.44-fc-v657", "6.18", "", "", ()),
        ("Linux 6.18.44-fc-v657-rt", "Linux", "6.18.44-fc-v657-rt", "6.18", "rt", "", ()),
        ("Solaris", "Solaris", "", "", "", "", ()),
    ],
)
def test_a_kernels_name_is_taken_apart(
    name: str, os: str, release: str, series: str, flavour: str, build: str, patches: tuple[str, ...]
) -> None:
    kernel = kernel_name(name)
    assert (kernel.os, kernel.release, kernel.series, kernel.flavour, kernel.build, kernel.patches) == (
        os, release, series, flavour, build, patches,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["Apache 2.0.58", "Apache/2.0.58", "Apache/2.0.58 (Unix)"])
def test_a_server_is_the_same_however_it_is_written(name: str) -> None:
    assert str(server_name(name)) == "Apache 2.0.58"


@pytest.mark.parametrize(
    ("name", "logged", "is_other"),
    [
        ("nginx 1.20.9", "nginx/1.22.1", True),
        ("nginx 1.2", "nginx/1.22.1", True),
        ("lighttpd", "nginx/1.22.1", True),
        ("nginx 1.22.1", "nginx/1.22.1", False),
        ("nginx", "nginx/1.22.1", False),
        ("NGINX 1.22", "nginx/1.22.1", False),
        ("Apache 2.0.58", "Apache", False),
        ("Apache httpd 2.0.58", "Apache/2.0.58 (Unix)", False),
        ("", "nginx/1.22.1", False),
        ("nginx 1.22.1", "", False),
    ],
)
def test_a_server_is_another_one_by_its_product_or_by_a_number_of_its_version(
    name: str, logged: str, is_other: bool
) -> None:
    assert is_other_server(name, logged) is is_other
