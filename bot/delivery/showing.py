"""Showing: a game is read, and its message made to show it, in the turn that the courier took."""

from __future__ import annotations

from bot.app.documents.shown import Shown
from bot.app.documents.spaces import chat_space
from bot.app.ports import Store
from bot.app.screens.screen import screen_of
from bot.delivery.said import Said
from bot.delivery.scene import (
    ChatMoved,
    Display,
    Found,
    Scene,
    keep_where,
    look_at,
    retire,
    scene_found,
)
from bot.delivery.turns import Turn
from bot.delivery.wants import Queue, Want


class Showing:
    """Shows one game at a time, as it is by then, on the message that is to show it."""

    def __init__(self, store: Store, display: Display, said: Said) -> None:
        """Show what is in ``store`` on ``display``, with what was ``said`` of it last."""
        self._store = store
        self._display = display
        self._said = said

    async def show(self, queue: Queue, chat: str, number: int, want: Want, turn: Turn) -> bool:
        """Show the game ``number`` of ``chat`` as ``want`` says; return whether anything was sent.

        Raises ChatMoved, and what the store and the display raise. What was done by then is noted
        in ``want``, which may be shown again.
        """
        # Nobody else has shown anything since the turn was granted, so a state that this process
        # has committed after that is at least as new as all that can be seen.
        found = await self._store.view(chat_space(chat), look_at(number), turn.since)
        by_another = turn.shown
        while True:
            if found.moved_to is not None:
                raise ChatMoved(found.moved_to)
            scene = self._scene(chat, found)
            if scene is None:
                return await self._take_away(chat, number, want, found)
            shown = want.place or found.shown
            if shown is None or want.needs_another(shown):
                queue.send_once(number, want)
                return await self._note(await self._display.send(scene), scene, want, found)
            if by_another == number and self._is_seen(scene, want, found):
                return False
            now = await self._display.change(scene, shown)
            if now is not None:
                return await self._note(now, scene, want, found, shown)
            # The message is gone. Another may show the game, as after a press that came twice.
            later = await self._store.view(chat_space(chat), look_at(number))
            if later.shown in {None, shown}:
                now = await self._display.send(scene) if want.goes_on else None
                return await self._note(now, scene, want, found)
            want.place = by_another = None
            found = later

    def _scene(self, chat: str, found: Found) -> Scene | None:
        """Return the game as it is to be shown, None if it is not there any more."""
        if found.session is None:
            return None
        screen = screen_of(found.session, found.now, found.settings)
        screen, texts = self._said.of(chat, screen) or (screen, found.ended)
        return scene_found(chat, found.session, found, screen, texts)

    def _is_seen(self, scene: Scene, want: Want, found: Found) -> bool:
        """Tell whether a game that another has shown is shown there as it was wanted here."""
        stays = want.place in {None, found.shown} and not want.replaced
        return stays and not want.is_new and not self._said.tells(scene.chat, scene.screen)

    async def _take_away(self, chat: str, number: int, want: Want, found: Found) -> bool:
        """Take away the messages of a game that is not there; return whether there were any."""
        want.add_replaced(found.shown)
        has_any = bool(want.replaced)
        await retire(self._display, chat, want.replaced)
        await keep_where(self._store, chat, number, found.shown, None)
        return has_any

    async def _note(
        self, now: Shown | None, scene: Scene, want: Want, found: Found, old: Shown | None = None
    ) -> bool:
        """Keep where a game is shown ``now``, and take away what it replaces; return True.

        It replaces the message that the store knows of, and the ``old`` one, which was to be
        changed. The store is told of a message before the one it replaces goes, so that a worker
        that dies in between leaves no game without a message. Messages that could not be taken away
        are tried once more.
        """
        again, number = want.note_shown(now, old), scene.screen.number
        # Meanwhile its game may have been deleted, or shown by an answer.
        want.add_replaced(await keep_where(self._store, scene.chat, number, found.shown, now))
        await retire(self._display, scene.chat, again)
        await retire(self._display, scene.chat, want.replaced)
        return True
