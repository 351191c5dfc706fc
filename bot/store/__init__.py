"""The store: games in Redis, in memory where that is asked for, or on an embedded server."""

from bot.store.backend import Backend
from bot.store.mailbox import MailboxStore
from bot.store.opening import check_address, open_store
from bot.store.sweeping import carrying_out

__all__ = ["Backend", "MailboxStore", "carrying_out", "check_address", "open_store"]
