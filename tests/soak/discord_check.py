"""What became of the moves of the soak on Discord, and what the channels show at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.app.decision import Documents
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.state import ChatState, Session
from bot.app.screens.screen import screen_of
from bot.delivery import Scene
from bot.i18n import Translator
from bot.platforms.discord.view import View
from bot.store import MailboxStore
from core import codec
from core.game import replay
from core.move import Move
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.tree import every
from tests.soak.discord_people import Person, keys_of

_VIEW = View(Translator())


class Watched(Protocol):
    """A channel whose newest game has a board; ``games`` is that game's number."""

    @property
    def channel(self) -> Channel:
        """The channel."""

    @property
    def space(self) -> str:
        """The space of its documents."""

    @property
    def games(self) -> int:
        """The newest game's number."""


@dataclass
class Verdict:
    """What became of the moves; ``good`` when none was lost, doubled or shown wrong."""

    moves: int = 0
    lost: int = 0
    doubled: int = 0
    """Moves that stand in a history more often than they were pressed."""
    unlike: int = 0
    """Games that are not what a replay of their history gives."""
    wrong: list[str] = field(default_factory=list)
    """Channels whose board does not show the game as it is."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or shown wrong."""
        return not (self.lost or self.doubled or self.unlike or self.wrong)


async def judge(people: list[Person], store: MailboxStore) -> Verdict:
    """Compare what is stored and shown with what was answered."""
    verdict = Verdict()
    for person in people:
        games = await _games(person, store)
        for number, session in games.items():
            _judge_game(verdict, person, number, session)
    verdict.wrong = await wrong_boards(people, store)
    return verdict


async def _games(person: Person, store: MailboxStore) -> dict[int, Session]:
    def look(documents: Documents, _now: int) -> dict[int, Session]:
        state = documents.get("chat")
        last = state.next_number if isinstance(state, ChatState) else person.games + 1
        found = {number: documents.get(f"game:{number}") for number in range(1, last)}
        return {number: each for number, each in found.items() if isinstance(each, Session)}

    return await store.view(person.space, look)


def _judge_game(verdict: Verdict, person: Person, number: int, session: Session) -> None:
    here = [each for each in person.sent if each.game == number]
    pressed: Counter[Move] = Counter(each.move for each in here)
    sure: Counter[Move] = Counter(each.move for each in here if each.surely)
    game = session.game
    made = Counter(timed.move for timed in game.history)
    verdict.moves += sure.total()
    replayed = replay(game.rules, game.minefield, game.history)
    verdict.unlike += codec.encode(replayed) != codec.encode(game)
    verdict.doubled += (made - pressed).total()
    verdict.lost += (sure - made).total()


async def wrong_boards(people: Sequence[Watched], store: MailboxStore) -> list[str]:
    """Return the channels whose last board does not show their game as it is stored."""
    return [words for person in people if (words := await _wrong(person, store))]


async def _wrong(person: Watched, store: MailboxStore) -> str | None:
    def look(documents: Documents, now: int) -> tuple[list[str], Shown | None]:
        session = documents.get(f"game:{person.games}")
        shown, chat = documents.get(shown_name(person.games)), documents.get("chat")
        assert isinstance(session, Session)
        assert isinstance(chat, ChatState)
        return _keys(session, now, chat), shown if isinstance(shown, Shown) else None

    expected, shown = await store.view(person.space, look)
    message = person.channel.messages_by_id.get(int(shown.message)) if shown else None
    if message is None or message.deleted:
        return f"{person.space} shows nothing"
    if keys_of(message) != expected:
        return f"{person.space} shows {message.text!r}"
    return None


def _keys(session: Session, now: int, chat: ChatState) -> list[str]:
    """Return the buttons below the board of ``session``: each carries how many moves were made."""
    scene = Scene(
        chat="",
        screen=screen_of(session, now, chat.settings),
        texts=(),
        language=session.language,
        private=session.private,
    )
    parts = every(list(_VIEW.scene(scene).components))
    return [part["custom_id"] for part in parts if "custom_id" in part]
