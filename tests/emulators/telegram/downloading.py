"""getFile."""

from __future__ import annotations

from tests.emulators.telegram.params import Params
from tests.emulators.telegram.wire import Json, bad_request
from tests.emulators.telegram.world import World


def get_file(world: World, params: Params) -> Json:
    """Say where a file can be downloaded."""
    file = world.hub.files.get(params.text("file_id"))
    if file is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    shown = file.card["photo"] if file.kind == "photo" else [file.card["document"]]
    ours = next(one for one in shown if one["file_id"] == params.text("file_id"))
    names = ("file_id", "file_unique_id", "file_size")
    return {name: ours[name] for name in names} | {"file_path": file.path}
