"""Metrics: what is counted and timed, by Prometheus's names: base units, and _total for counts.

Source of the naming: https://prometheus.io/docs/practices/naming/. Labels take few values each,
none of which is a person, a chat or a game.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
)

from bot import VERSION

_FAST: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds: from a store on the same machine to one that is given up."""
_SLOW: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds: from a platform's quickest answer to a long poll."""


class Metrics:
    """Everything that is measured in one process."""

    def __init__(self) -> None:
        """Begin at nothing, in a registry of its own."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        Info("minesweeper_build", "The bot's version.", registry=self.registry).info(
            {"version": VERSION}
        )
        self.requests = self._counter(
            "requests",
            "Requests of players; outcome: answered, damaged, failed, unavailable, cancelled.",
            "platform",
            "action",
            "outcome",
        )
        self.request_seconds = self._histogram(
            "request_seconds", "From a request to its commit.", _FAST, "platform"
        )
        self.requests_in_progress = self._gauge(
            "requests_in_progress", "Requests taken and not yet answered.", "platform"
        )
        self.requests_refused = self._counter(
            "requests_refused",
            "Requests that came with 1,000 in work: Telegram brings them again, Discord does not.",
            "platform",
        )
        self.games_begun = self._counter(
            "games_begun", "Games started; one redelivered counts again.", "platform", "level"
        )
        self.games_finished = self._counter(
            "games_finished", "Games that have ended.", "platform", "level", "outcome"
        )
        self.solver_seconds = self._histogram(
            "solver_seconds",
            "From a question to the solver to its answer, the queue included; "
            "outcome: answered, late, failed.",
            _FAST,
            "work",
            "outcome",
        )
        self.solver_waiting = self._gauge(
            "solver_waiting", "Questions to the solver that wait or are worked on.", "work"
        )
        self.store_seconds = self._histogram(
            "store_seconds", "Calls of the store, its own retries included.", _FAST, "call"
        )
        self.store_failures = self._counter(
            "store_failures", "Calls of the store that were given up.", "call"
        )
        self.store_steps = self._counter(
            "store_steps",
            "Atomic steps; verdict: committed, repeated, unconfirmed (by replicas), conflict, or"
            " turn (another worker's).",
            "verdict",
        )
        self.effects_committed = self._counter(
            "effects_committed", "Effects committed by this process, to be carried out after."
        )
        self.effects_settled = self._counter(
            "effects_settled", "Effects carried out by this process."
        )
        self.effects_left = self._gauge(
            "effects_left",
            "Effects over 10 s old in the store, at this process's last sweep, but those not due;"
            " NaN where some of the store was away.",
        )
        self.not_due = 0
        """Effects that since the last sweep were found to be not due yet, or possibly so."""
        self.platform_requests = self._counter(
            "platform_requests",
            "Calls to a platform by its method; status: HTTP's, or none if there was no answer.",
            "platform",
            "method",
            "status",
        )
        self.platform_seconds = self._histogram(
            "platform_seconds", "Calls to a platform until its answer.", _SLOW, "platform", "method"
        )
        self.discord_shards = self._gauge(
            "discord_shards",
            "Shards of this process at Discord's gateway; state: connected, connecting, or waiting"
            " (for more identifies).",
            "state",
        )
        self.loop_lag_seconds = self._histogram(
            "event_loop_lag_seconds", "How late the event loop woke up who slept.", _FAST
        )

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"minesweeper_{name}", says, labels, registry=self.registry)

    def _gauge(self, name: str, says: str, *labels: str) -> Gauge:
        return Gauge(f"minesweeper_{name}", says, labels, registry=self.registry)

    def _histogram(
        self, name: str, says: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(
            f"minesweeper_{name}", says, labels, registry=self.registry, buckets=buckets
        )
