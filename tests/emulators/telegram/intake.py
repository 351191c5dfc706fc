"""getUpdates, setWebhook, deleteWebhook, getWebhookInfo."""

from __future__ import annotations

import re
from typing import Final

from tests.emulators.telegram.limits import SECRET, WEBHOOK_CONNECTIONS
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.polling import WEBHOOK_ACTIVE, WEBHOOK_SET
from tests.emulators.telegram.webhook import Endpoint
from tests.emulators.telegram.wire import Json, bad_request, conflict
from tests.emulators.telegram.world import World

SECRET_FORM: Final = re.compile(r"[A-Za-z0-9_-]*")


async def get_updates(world: World, params: Params) -> list[Json]:
    """Hold a long poll."""
    if world.webhook.endpoint is not None:
        raise conflict(WEBHOOK_ACTIVE)
    world.updates.allow(params.data("allowed_updates"))
    offset, limit = params.integer("offset"), params.integer("limit", 100)
    return await world.poller.poll(offset, limit, params.integer("timeout"))


async def set_webhook(world: World, params: Params) -> bool:
    """Deliver to a URL; plain http is taken, as by a Bot API server of one's own."""
    url = params.text("url")
    if not url:
        return await delete_webhook(world, params)
    endpoint = checked_endpoint(url, params)
    world.updates.allow(params.data("allowed_updates"))
    if params.flag("drop_pending_updates"):
        world.updates.drop()
    world.poller.interrupt(WEBHOOK_SET)
    if endpoint != world.webhook.endpoint:
        await world.webhook.set(endpoint)
    return True


def checked_endpoint(url: str, params: Params) -> Endpoint:
    """Return the endpoint asked for; raise ApiError 400 for one that Telegram refuses."""
    secret = params.text("secret_token")
    if not url.startswith(("http://", "https://")):
        raise bad_request("invalid webhook URL specified")
    if len(secret) > SECRET:
        raise bad_request("secret token is too long")
    if SECRET_FORM.fullmatch(secret) is None:
        raise bad_request("secret token contains unallowed characters")
    connections = params.integer("max_connections", WEBHOOK_CONNECTIONS)
    clamped = min(max(connections, 1), 100)
    return Endpoint(url, secret, clamped, certificate="certificate" in params.uploads)


async def delete_webhook(world: World, params: Params) -> bool:
    """Deliver to nobody."""
    if params.flag("drop_pending_updates"):
        world.updates.drop()
    await world.webhook.set(None)
    return True


def get_webhook_info(world: World, params: Params) -> Json:
    """Describe the delivery."""
    del params
    return world.webhook.info()
