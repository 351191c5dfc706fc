"""What players on Discord see while the store cannot be reached, and afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

import pytest

from bot.advisor import SolverPool
from bot.app.counsel import Progress
from bot.app.errands import readers as reader
from bot.app.ports import StoreUnavailable
from bot.app.requests.menu import Page
from bot.platforms.discord.view import TYPED
from bot.store.backend import Backend, Batch, Verdict
from core.game import Game
from core.review import Review
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    key_of,
    label,
    opening_keys,
    pinning,
    playing_discord,
    words,
)
from tests.bot.platforms.troubled import TroubledBackend
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

WALL = "3x5/2 ##M## ##M## #####"


async def test_command(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """Without the store a command is refused, to its player alone; later it begins a game."""
    ann, channel = play.in_server("Ann", "ru")
    play.backend.away = True
    told = (await play.slash(channel, ann, "newgame")).reply
    assert (told.text, told.viewer) == (words("game.busy", "ru"), ann)
    assert not channel.shown
    assert (await play.slash(channel, ann, "help")).reply.text == words("game.busy", "ru")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    play.backend.away = False
    board = (await play.slash(channel, ann, "newgame")).reply
    assert list(opening_keys(board))
    assert (await play.session(channel)).number == 1


async def test_press(play: PlayingDiscord) -> None:
    """Without the store a press changes nothing and is told why; later the button opens."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "zh-CN")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
    before, key = board.content, key_of(board, 12)
    play.backend.away = True
    told = (await play.press(board, bob, key)).reply
    assert (told.text, told.viewer) == (words("game.busy", "zh"), bob)
    assert board.content == before
    play.backend.away = False
    assert not (await play.session(channel)).game.history
    await play.press(board, bob, key)
    assert len((await play.session(channel)).game.history) == 1
    assert channel.shown == [board]
    assert board.content != before


async def test_choices(play: PlayingDiscord) -> None:
    """Without the store levels are proposed; cells and names only when it is back."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "newgame", level="easy")
    await play.slash(channel, ann, "save", name="evening")
    await play.slash(channel, ann, "newgame", level="easy")
    typed = [("newgame", "level", "easy"), ("open", "cell", "c3"), ("load", "name", "evening")]
    offered = []
    for away in (True, False):
        play.backend.away = away
        for command, option, text in typed:
            asked = channel.complete(ann, command, option, text)
            await play.settle(asked)
            offered.append([each["value"] for each in asked.choices])
    assert offered == [["easy"], [], [], ["easy"], ["c3"], ["evening"]]


@pytest.mark.parametrize(("client", "locale"), [("ru", "zh-CN"), ("de", "ru")])
async def test_language_of_a_form(play: PlayingDiscord, client: str, locale: str) -> None:
    """With the store or without it, a form is in its player's language, or else the server's."""
    ann = play.world.user("Ann", client)
    guild = play.world.guild("Sweepers", ann)
    guild.locale = locale
    board = (await play.slash(guild.channel("mines"), ann, "newgame")).reply
    for away in (False, True):
        play.backend.away = away
        asked = board.forge(ann, f"{TYPED}.1")
        await play.settle(asked)
        assert asked.modal
        assert asked.modal.title == words("form.title", "ru")


async def test_form(play: PlayingDiscord) -> None:
    """Without the store a form opens, its example in letters; what it sends is refused."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "settings", change="coordinates one")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
    forms = []
    for away in (False, True):
        play.backend.away = away
        asked = board.forge(ann, f"{TYPED}.1")
        await play.settle(asked)
        assert asked.modal
        forms.append(asked.modal)
    examples = [form.fields[0]["placeholder"] for form in forms]
    assert examples == ["4:3 !5:4 1:1-3:3", "c4 !d5 a1-c3"]
    refused = forms[-1].submit("3:3")
    await play.settle(refused)
    assert refused.reply.text == words("game.busy")
    play.backend.away = False
    await play.settle(forms[-1].submit("3:3"))
    assert len((await play.session(channel)).game.history) == 1


class Leaving(TroubledBackend):
    """A store that goes away as soon as it has stored where a board is shown."""

    leaving = False

    async def commit(self, batch: Batch) -> Verdict:
        """Commit; then, if ``leaving`` and it stored where a board is shown, go away."""
        verdict = await super().commit(batch)
        if self.leaving and any(name.startswith("shown:") for name in batch.writes):
            self.away = True
        return verdict


@pytest.mark.parametrize("by_http", [False, True], ids=["gateway", "http"])
async def test_pin(*, by_http: bool, caplog: pytest.LogCaptureFixture) -> None:
    """A board is shown even if the settings cannot be read for pinning; the next is pinned."""
    backend = Leaving()
    async with playing_discord(by_http=by_http, backend=backend) as play:
        ann = play.world.user("Ann")
        channel = await pinning(play, ann)
        backend.leaving = True
        begun = channel.slash(ann, "newgame", level="easy")
        await play.reach(lambda: "settings cannot be read; a board is not pinned" in caplog.text)
        backend.leaving = backend.away = False
        await play.settle(begun)
        first = begun.reply
        assert list(opening_keys(first))
        second = (await play.slash(channel, ann, "newgame", level="easy")).reply
        assert (first.pinned, second.pinned) == (False, True)


async def solving(play: PlayingDiscord) -> tuple[User, Channel, Message]:
    """Have the solver play a game by itself; return the player, the channel and the board."""
    ann, channel = play.in_private()
    board = await play.solving(channel, ann)
    return ann, channel, board


async def test_solver(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """If the store is away for long, the solver stops; after a press it plays on."""
    ann, channel, board = await solving(play)
    play.backend.away = True
    await play.reach(lambda: "an answer stays unfinished" in caplog.text)
    told = (await play.press(board, ann, label("solve_stop"))).reply
    assert told.text == words("game.busy")
    play.backend.away = False
    await play.settle()
    session = await play.session(channel)
    assert (session.page, session.game.outcome) == (Page.WATCHING, None)
    await play.resume_solver(board, ann)
    assert channel.shown == [board]


async def test_solver_goes_on(play: PlayingDiscord) -> None:
    """If the store is back within a minute, the solver plays on by itself."""
    _, channel, board = await solving(play)
    play.backend.away = True
    later = play.clock.now() + 10
    await play.reach(lambda: play.clock.now() > later)
    play.backend.away = False
    await play.settle()
    assert (await play.session(channel)).game.outcome
    assert channel.shown == [board]


class Slow(SolverPool):
    """A solver whose reviews take a while; ``then`` is called at each report of progress."""

    def __init__(self, asked: int = 1, then: Callable[[], object] = lambda: None) -> None:
        """Report progress ``asked`` times before a review is there."""
        super().__init__(0.02, deadline=60, waits_for_kernels=True)
        self.asked = asked
        self.then = then
        self.watched = False

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return the review, or how far it is."""
        done = await super().review(game, patience)
        if not self.watched or not self.asked:
            return done
        self.asked -= 1
        self.then()
        return Progress(0, len(game.history))


@asynccontextmanager
async def lost(slow: Slow, backend: Backend | None = None) -> AsyncIterator[PlayingDiscord]:
    """Run a bot where Ann's game is over; its reviews are ``slow`` from then on."""
    async with playing_discord(advisor=slow, backend=backend) as play:
        ann, direct = play.in_private()
        await play.deal(direct, ann, WALL)
        await play.say(direct, ann, "c1")
        slow.watched = True
        yield play


def player(play: PlayingDiscord) -> User:
    """Return Ann."""
    return next(each for each in play.world.hub.users.values() if each.name == "Ann")


async def asked(play: PlayingDiscord, how: str) -> Message:
    """Have Ann ask for the review, chosen or in words; return the bot's message."""
    ann = player(play)
    direct = play.world.dm(ann)
    if how == "chosen":
        return (await play.slash(direct, ann, "review")).reply
    await play.say(direct, ann, "/review")
    return direct.last


@pytest.mark.parametrize("how", ["chosen", "written"])
async def test_review(how: str, caplog: pytest.LogCaptureFixture) -> None:
    """A review that stays unfinished has a button, which shows it once the store is back."""
    backend = TroubledBackend()

    def leave() -> None:
        backend.away = True

    async with lost(Slow(then=leave), backend) as play:
        announced = await asked(play, how)
        assert announced.text.endswith("Reviewing 2 moves …")
        assert "an answer stays unfinished" in caplog.text
        backend.away = False
        await play.press(announced, player(play), words("review.go_on"))
        assert "Reviewing" not in announced.text
        assert announced.picture
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("how", ["chosen", "written"])
async def test_review_in_steps(how: str) -> None:
    """The message of a slow review reports progress three times, then becomes the review."""
    async with lost(Slow(asked=3)) as play:
        review = await asked(play, how)
        said = [str(each.components) for each in review.versions]
        assert ["Reviewing" in each for each in said] == [True, True, True, False]
        assert review.picture


@pytest.mark.parametrize("how", ["chosen", "written"])
async def test_review_that_is_gone(how: str, caplog: pytest.LogCaptureFixture) -> None:
    """If a review's announcement is deleted, no more is sent; asked again the review is shown."""
    slow = Slow(asked=2)
    async with lost(slow) as play:
        ann = player(play)
        direct = play.world.dm(ann)
        board = direct.last

        def delete() -> None:
            if direct.last is not board:
                direct.last.delete()

        slow.then = delete
        if how == "chosen":
            await play.settle(direct.slash(ann, "review"))
        else:
            direct.say(ann, "/review")
            await play.settle(answered=len(play.world.calls("create_message")) + 1)
        assert direct.last is board
        slow.then = lambda: None
        assert (await asked(play, how)).picture
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the store a message is refused in its author's language if that is known here."""
    monkeypatch.setattr(reader, "_FRESH_S", 0.0)
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann", "ru"), play.world.user("Bob", "ru")
        direct, other = play.world.dm(ann), play.world.dm(bob)
        await play.slash(direct, ann, "newgame")
        play.backend.away = True
        for channel, user in ((direct, ann), (other, bob)):
            await play.say(channel, user, "c3")
        said = [channel.last.text for channel in (direct, other)]
        assert said == [words("game.busy", "ru"), words("game.busy")]
        play.backend.away = False
        await play.say(direct, ann, "c3")
        assert len((await play.session(direct)).game.history) == 1


async def test_written_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands below a line that the store was away for is left undone, and that is said."""
    async with playing_discord() as play:
        ann, direct = play.in_private()
        await play.slash(direct, ann, "newgame")
        commit, tries = play.backend.commit, count()

        async def fail(batch: Batch) -> Verdict:
            if batch.operations and next(tries) == 0:
                raise StoreUnavailable("away for the first line")
            return await commit(batch)

        monkeypatch.setattr(play.backend, "commit", fail)
        await play.say(direct, ann, "/newgame\n5 5")
        assert direct.last.text == f"{words('game.busy')}\n{words('lines.left')}"
        assert not (await play.session(direct)).game.history


async def test_language_that_was_chosen(
    play: PlayingDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the store a command is refused in the language chosen in private."""
    monkeypatch.setattr(reader, "_FRESH_S", 0.0)
    ann = play.world.user("Ann")
    await play.slash(play.world.dm(ann), ann, "language", language="zh")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    await play.slash(channel, ann, "stats")
    play.backend.away = True
    told = (await play.slash(channel, ann, "newgame", level="easy")).reply
    assert told.text == words("game.busy", "zh")


@pytest.mark.parametrize("anew", [False, True])
async def test_chosen_and_away(*, anew: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands and messages are refused in the chosen language, by a worker begun ``anew`` too."""
    monkeypatch.setattr(reader, "_FRESH_S", 0.0)
    async with deployment() as shared:
        ann = shared.rig.world.user("Ann")
        direct = shared.rig.world.dm(ann)
        channel = shared.rig.world.guild("Sweepers", ann).channel("mines")
        async with shared.worker() as play:
            await play.slash(direct, ann, "language", language="zh")
            if not anew:
                await check_refused(play, ann, direct, channel)
        if anew:
            async with shared.worker() as play:
                await play.slash(channel, ann, "newgame", level="easy")
                await check_refused(play, ann, direct, channel)


async def check_refused(play: PlayingDiscord, ann: User, direct: Channel, channel: Channel) -> None:
    """Check that Ann is refused in her language while the store is away."""
    play.backend.away = True
    said = [(await play.slash(direct, ann, "newgame", level="easy")).reply.text]
    for place, text in ((direct, "c3"), (channel, f"{play.world.bot.mention} c3")):
        await play.say(place, ann, text)
        said.append(place.last.text)
    play.backend.away = False
    assert said == [words("game.busy", "zh")] * 3
