"""The queries of the alerts and the dashboard, checked without Prometheus."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from bot.observability.metrics import Metrics

MONITORING: Final = Path(__file__).parents[2] / "deploy" / "monitoring"
_DURATION: Final = {"type": "string", "pattern": "^([0-9]+(ms|[smhdwy]))+$"}
_STRINGS: Final = {"type": "object", "additionalProperties": {"type": "string"}}
_RULE: Final = {
    "type": "object",
    "required": ["alert", "expr", "for", "labels", "annotations"],
    "additionalProperties": False,
    "properties": {
        "alert": {"type": "string", "pattern": "^[A-Z][A-Za-z]+$"},
        "expr": {"type": "string"},
        "for": _DURATION,
        "keep_firing_for": _DURATION,
        "labels": _STRINGS
        | {"required": ["severity"], "properties": {"severity": {"enum": ["page", "ticket"]}}},
        "annotations": _STRINGS | {"required": ["summary"]},
    },
}
RULES: Final = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "groups": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "rules"],
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string"},
                    "interval": _DURATION,
                    "rules": {"type": "array", "items": _RULE},
                },
            },
        }
    },
}
"""The form of a rule file, narrowed to what ours has: Prometheus docs, alerting rules."""
_TARGET: Final = {"job", "instance"}
"""Labels that Prometheus itself adds to everything."""


def alerts() -> list[dict[str, Any]]:
    """Return every alert."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    read = yaml.safe_load((MONITORING / "alerts.yaml").read_text())
    jsonschema_rs.validate(RULES, read)
    return [rule for group in read["groups"] for rule in group["rules"]]


def targets() -> list[tuple[str, str]]:
    """Return every query of the dashboard, with its legend."""
    dashboard = json.loads((MONITORING / "dashboard.json").read_text())
    return [
        (target["expr"].replace("$__rate_interval", "1m"), target.get("legendFormat", ""))
        for panel in dashboard["panels"]
        for target in panel["targets"]
    ]


def labelled() -> dict[str, set[str]]:
    """Return every series that the bot's process has, with its labels."""
    registry = Metrics().registry
    # Metrics of the process and of Python are known by their samples alone.
    known = {each.name: set[str]() for family in registry.collect() for each in family.samples}
    for collector, names in registry._collector_to_names.items():
        for name in names:
            known[name] = set(getattr(collector, "_labelnames", ()))
            if name.endswith("_bucket"):
                known[name].add("le")
    return known


def read(parser: Any, query: str) -> Iterator[Any]:
    """Return each part of ``query``; ValueError where Prometheus could not read it."""
    parts: list[Any] = []
    visit: Callable[[Any], None] = parts.append
    parser.walk(parser.parse(query), visit)
    yield from parts


def asked_for(parser: Any, query: str) -> tuple[set[str], set[str]]:
    """Return the names of the series, and of the labels, that ``query`` is about."""
    names, labels = set(), set()
    for part in read(parser, query):
        if isinstance(part, parser.VectorSelector):
            names.add(part.name)
            labels |= {matcher.name for matcher in part.matchers.matchers}
        if isinstance(part, parser.AggregateExpr) and part.modifier is not None:
            labels |= set(part.modifier.labels)
    return names, labels


def kept(parser: Any, query: str) -> set[str] | None:
    """Return the labels of the result of ``query``, or None if they are those of its series."""
    grouped = [part for part in read(parser, query) if isinstance(part, parser.AggregateExpr)]
    if not grouped:
        return None
    return {label for part in grouped if part.modifier for label in part.modifier.labels}


@pytest.fixture(name="parser")
def parser_fixture() -> Any:
    """Return a reader of PromQL that is Prometheus's own grammar and types."""
    return pytest.importorskip("promql_parser", reason="pip install promql-parser")


def test_rules_have_their_form() -> None:
    """The rule file has Prometheus's form; each alert says how urgent it is, and why."""
    found = [rule["alert"] for rule in alerts()]
    assert len(found) == len(set(found)) > 0


def test_queries_ask_for_what_there_is(parser: Any) -> None:
    """Every query can be read, types included, and asks for series and labels that exist."""
    known = labelled()
    for query in [rule["expr"] for rule in alerts()] + [query for query, _ in targets()]:
        names, labels = asked_for(parser, query)
        assert names <= known.keys() | {"up"}, query
        there = set().union(*(known.get(name, set()) for name in names))
        assert labels <= there | _TARGET, query


def test_words_name_labels_that_are_kept(parser: Any) -> None:
    """A summary or a legend names a label only where the query's result still has it."""
    written = [(rule["expr"], rule["annotations"]["summary"]) for rule in alerts()]
    for query, words in written + targets():
        named = set(re.findall(r"{{\s*(?:\$labels\.)?(\w+)\s*}}", words))
        there = kept(parser, query)
        assert named <= (_TARGET if there is None else there), (query, words)


@pytest.mark.parametrize(
    "wrong", ["rate(minesweeper_requests_total)", "sum by (x (y)", "rates(x[5m])"]
)
def test_what_cannot_be_read(parser: Any, wrong: str) -> None:
    """A query that Prometheus would refuse is refused here: types, grammar, functions."""
    with pytest.raises(ValueError, match=r"."):
        list(read(parser, wrong))
