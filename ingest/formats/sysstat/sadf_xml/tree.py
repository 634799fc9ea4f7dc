"""A sample of `sadf -x` -> the object that `sadf -j` writes of it.

Source: what seven releases print; sensors, batteries, USB devices and FC hosts from no sample.
Attributes and elements with text are numbers; rows of one
kind stand in an element of their own, or side by side (`net-dev`); until 8.0 those of an interface stand together.
"""

from __future__ import annotations

import math
from typing import Any
from xml.etree.ElementTree import Element

from ingest.formats.sysstat.sadf.paths import ITEM_KEYS

LISTS = {  #: the elements whose children are rows
    *("cpu-load", "cpu-load-all", "serial", "disk", "filesystems", "cpu-frequency", "cpu-weighted-frequency"),
    *("fan-speed", "temperature", "voltage-input", "usb-devices", "battery", "batteries"),
}
OF_AN_INTERFACE = "net-device"  #: until 8.0, around the rows of one interface
ROWS = {"net-dev": "net-dev", "net-edev": "net-edev", "softnet": "softnet", "fchost": "fchosts"}  #: rows side by side
INTERRUPTS = "interrupts"
OF_CPUS = "interrupts-of-cpus"  #: until 8.1, beside those of the whole machine
DEEPEST = 8
NOT_VALUES = frozenset(("per", "unit"))
NAMES = frozenset((*ITEM_KEYS, "device", "idvendor", "idprod", "manufact", "product"))
WORDS = frozenset(("nan", "-nan", "inf", "-inf"))


def sample_of(element: Element) -> dict[str, Any]:
    """A <timestamp> as an object."""
    sample = {child.tag: value_of(child, 1) for child in element if child.tag != "timestamp"}
    of_cpus = interrupts_of_cpus(element)
    return {**sample, OF_CPUS: of_cpus} if of_cpus else sample


def value_of(element: Element, depth: int) -> Any:
    if element.tag == INTERRUPTS:
        return interrupts(element)
    if element.tag in LISTS:
        return [row_of(child) for child in element]
    if not len(element) and not element.attrib.keys() - NOT_VALUES:
        return number_of((element.text or "").strip())
    values = row_of(element)
    for child in element:
        if child.tag in ROWS:
            values.setdefault(ROWS[child.tag], []).append(row_of(child))
        elif child.tag == OF_AN_INTERFACE:
            add_interface(values, child)
        elif depth < DEEPEST:
            values[child.tag] = value_of(child, depth + 1)
    return values


def add_interface(values: dict[str, Any], interface: Element) -> None:
    """The rows of one interface, which stand in an element with its name."""
    for child in interface:
        if child.tag in ROWS:
            values.setdefault(ROWS[child.tag], []).append(row_of(interface) | row_of(child))


def row_of(element: Element) -> dict[str, Any]:
    """An element's attributes: names as they are, numbers as numbers."""
    attributes = element.attrib.items()
    return {name: value if name in NAMES else number_of(value) for name, value in attributes if name not in NOT_VALUES}


def interrupts(element: Element) -> list[dict[str, Any]]:
    """One row per interrupt: since 12.5.6 each processor's number stands in an element of its own."""
    rows: dict[str, dict[str, Any]] = {}
    for irq in element.iter("irq"):
        name, cpu = irq.get("intr", ""), irq.get("cpu")
        row = rows.setdefault(name, {"intr": name})
        row["value" if cpu is None else cpu if cpu == "all" else f"CPU{cpu}"] = number_of(irq.get("value", ""))
    return list(rows.values())


def interrupts_of_cpus(element: Element) -> list[dict[str, Any]]:
    """One row per processor, its interrupts named as in the text of these releases."""
    rows: dict[str, dict[str, Any]] = {}
    for irq in element.iter("irqcpu"):
        cpu, name = irq.get("cpu", ""), irq.get("intr", "")
        rows.setdefault(cpu, {"cpu": cpu})[f"i{name:0>3}/s"] = number_of(irq.get("value", ""))
    return list(rows.values())


def number_of(text: str) -> float | str | None:
    """A printed number; None where sadf has none, the text itself where it is a word."""
    try:
        return float(text)
    except ValueError:
        pass
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None if text in WORDS or not text else text
    return number if math.isfinite(number) else None
