"""Pinned programs from npm, downloaded once into the user's cache folder."""

import shutil
import subprocess
from pathlib import Path

from .openclaw_download import NotHere, cache, failed

SECONDS = 900


def program(package: str, version: str, name: str) -> Path:
    """The program `name` of a package; NotHere where there is no npm or its registry cannot be reached."""
    folder = cache() / f"{package.rpartition('/')[2]}-{version}"
    found = folder / "node_modules" / ".bin" / name
    if not found.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise NotHere("there is no npm")
        print(f"downloading {package} {version} into {folder} ...", flush=True)
        part = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        words = [npm, "install", "--prefix", str(part), "--no-fund", "--no-audit", "--loglevel=error"]
        try:
            done = subprocess.run(
                [*words, f"{package}@{version}"], capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise NotHere(f"npm install {package}: {error}") from error
        if done.returncode:
            raise failed(f"npm install {package}", done.stderr or done.stdout)
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    return found
