"""Read a price file, audit the prefix cache of a session."""

import tomllib
from pathlib import Path

from ..disk import files
from ..model.errors import InputError, NotReadyError
from ..model.session import Session
from ..rules import cache_audit, prices
from ..rules.cache_audit import Audit
from ..rules.prices import PriceTable

PRICES_BYTES = 1 << 20
"""A price file larger than this is not one, bytes."""


def run(session: Session, name: str, *, price_file: Path | None = None, ttl: str = "") -> Audit:
    """The audit of a session; NotReadyError, with its name, when no reply reports usage."""
    table = price_table(price_file) if price_file else prices.TABLE
    audit = cache_audit.audit(session, table, ttl)
    if not audit.replies:
        raise NotReadyError(
            f"{name} reports no token usage for any of its {len(session.messages)} messages",
            hint="the host did not record usage; audit a session whose replies carry it, or a longer part of this one",
        )
    return audit


def price_table(path: Path) -> PriceTable:
    """The built-in prices with those of a TOML file laid over them."""
    content = files.read_bytes(path, limit=PRICES_BYTES + 1)
    if len(content) > PRICES_BYTES:
        raise InputError(f"{path} has more than {PRICES_BYTES >> 20} MiB", hint="name the price file")
    try:
        document = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are both ValueErrors
        raise InputError(
            f"{path} is not TOML: {error}", hint='write [models."name"] tables with input and output'
        ) from error
    return prices.overlaid(prices.TABLE, document, str(path))
