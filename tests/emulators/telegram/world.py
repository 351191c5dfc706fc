"""The world a bot lives in: people, chats, what they do, and everything the bot asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.emulators.faults import Fault, Faults
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.clock import Clock, VirtualClock
from tests.emulators.telegram.flood import Flood
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.hub import Hub
from tests.emulators.telegram.inline import Inline, InlineMessage, InlineQuery
from tests.emulators.telegram.limits import PRESS_SECONDS
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.people import User
from tests.emulators.telegram.polling import Poller
from tests.emulators.telegram.press import Presses
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.profile import Profile
from tests.emulators.telegram.updates import Updates
from tests.emulators.telegram.webhook import Webhook
from tests.emulators.telegram.wire import ApiError, Json, too_many_requests
from tests.patience import PATIENCE_S


@dataclass
class Request:
    """One call of the bot: what it asked for and what it got."""

    method: str
    params: Params
    at: float
    result: Any = None
    error: ApiError | None = None
    carried: bool = False
    """Whether it came in the response to a webhook's request."""

    def __getitem__(self, name: str) -> Any:
        """Return the parameter ``name`` as it came."""
        return self.params.values[name]


@dataclass
class Options:
    """How strict the world is."""

    clock: Clock = field(default_factory=VirtualClock)
    flood: bool = True  # whether too many messages are answered with 429
    privacy: bool = True  # group privacy mode, BotFather's default
    check: bool = True  # whether requests and answers are checked against the description


class World:
    """Everything there is. People act through the objects it hands out."""

    def __init__(self, options: Options | None = None) -> None:
        """Create the bot and nobody else."""
        self.options = options or Options()
        clock, changes = self.options.clock, Changes()
        self.bot = User(7_000_000_001, "Mines", username="mines_test_bot", is_bot=True)
        self.hub = Hub(clock, self.bot, changes, Updates(clock, changes))
        self.hub.privacy = self.options.privacy
        self.presses = Presses(self.hub)
        self.inline_mode = Inline(self.hub, self.presses, PRESS_SECONDS)
        self.poller = Poller(clock, changes, self.hub.updates)
        self.webhook = Webhook(clock, changes, self.hub.updates)
        self.flood = Flood(clock, enabled=self.options.flood)
        self.faults: Faults[ApiError] = Faults()
        self.profile = Profile()
        self.chats: dict[int, Chat] = {}
        self.users: dict[int, User] = {}
        self.requests: list[Request] = []
        self._people = count(1_001)
        self._groups = count(5_001)

    @property
    def updates(self) -> Updates:
        """Return the bot's queue."""
        return self.hub.updates

    @property
    def changes(self) -> Changes:
        """Return the bell that rings at each change; ``changes.until`` waits for one."""
        return self.hub.changes

    def user(self, name: str, language: str | None = "en", **about: Any) -> User:
        """Return a new person called ``name``; ``about`` are further fields of User."""
        user = User(next(self._people), name, language=language, **about)
        self.users[user.id] = user
        return user

    def private(self, user: User) -> PrivateChat:
        """Return the private chat of ``user`` with the bot."""
        chat = self.chats.get(user.id) or self._keep(PrivateChat(self.hub, self.presses, user))
        assert isinstance(chat, PrivateChat)
        return chat

    def group(self, title: str, *people: User) -> Group:
        """Return a basic group of ``people``, the first its owner, and the bot."""
        return self._gather("group", title, people)

    def new_group(self, title: str, *people: User) -> Group:
        """Return a basic group that the first of ``people`` begins with the others and the bot."""
        group = self._found("group", title, people[0])
        group.begin(*people)
        return group

    def supergroup(self, title: str, *people: User, forum: bool = False) -> Group:
        """Return a supergroup of ``people``, the first its owner, and the bot."""
        group = self._gather("supergroup", title, people)
        group.is_forum = forum
        return group

    def channel(self, title: str, owner: User) -> Group:
        """Return a channel with the bot as an administrator."""
        channel = self._gather("channel", title, (owner,))
        channel.promote(self.bot)
        return channel

    def migrate(self, group: Group) -> Group:
        """Turn a basic group into a supergroup and return that."""
        successor = self._found("supergroup", group.title or "", group.owner)
        return group.become(successor)

    def inline(self, user: User, text: str, chat_type: str = "group") -> InlineQuery:
        """Let ``user`` type ``text`` behind the bot's name."""
        return self.inline_mode.ask(user, text, chat_type)

    def choose(self, query: InlineQuery, index: int = 0, chat: Chat | None = None) -> InlineMessage:
        """Let the person send a result, to ``chat`` or to one the bot knows nothing of."""
        return self.inline_mode.choose(query, index, chat)

    def fail_next(
        self, method: str, error: ApiError, chat: int | None = None, times: int = 1
    ) -> None:
        """Answer the next calls of ``method`` (in ``chat`` only, if given) with ``error``."""
        self.faults.add(Fault(method, error, chat, times))

    def flood_next(self, method: str, seconds: int, chat: int | None = None) -> None:
        """Answer the next call of ``method`` with a 429 that names ``seconds``."""
        self.fail_next(method, too_many_requests(seconds), chat)

    def lose_answer(self, method: str, times: int = 1) -> None:
        """Carry out the next calls of ``method`` and hang up instead of answering."""
        self.faults.add(Fault(method, times=times, answer_lost=True))

    async def drained(self, seconds: float = PATIENCE_S) -> None:
        """Wait until the bot has confirmed every update; TimeoutError after real ``seconds``."""
        await self.changes.until(lambda: not self.updates.pending(), seconds)

    def calls(self, method: str) -> list[Request]:
        """Return the bot's calls of ``method``, oldest first."""
        return [one for one in self.requests if one.method == method]

    def commands_for(self, user: User, chat: Chat) -> list[Json]:
        """Return the command menu ``user`` sees in ``chat``."""
        admin = isinstance(chat, Group) and (user.id in chat.admins or user is chat.owner)
        return self.profile.menu(user, chat.id, chat.kind, admin=admin)

    def _gather(self, kind: str, title: str, people: tuple[User, ...]) -> Group:
        group = self._found(kind, title, people[0] if people else None)
        group.members = {one.id: one for one in people}
        group.add(self.bot)
        return group

    def _found(self, kind: str, title: str, owner: User | None) -> Group:
        number = next(self._groups)
        identifier = -number if kind == "group" else -1_002_000_000_000 - number
        group = Group(self.hub, self.presses, identifier, kind, title, owner=owner)
        self._keep(group)
        return group

    def _keep(self, chat: Chat) -> Chat:
        self.chats[chat.id] = chat
        return chat
