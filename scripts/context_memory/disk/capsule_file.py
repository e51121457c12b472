"""The file of one capsule: a line of JSON about it, then its text as it is."""

import json

from ..model.blocks import Capsule, CodecId
from ..model.errors import RefusedError


def content_of(capsule: Capsule) -> bytes:
    """The bytes of the file."""
    about = {
        "block": capsule.block,
        "codec": capsule.codec.name,
        "model": capsule.codec.model,
        "version": capsule.codec.version,
        "tokens": capsule.tokens,
        "tokens_raw": capsule.tokens_raw,
        "cost": capsule.cost,
        "made_at": capsule.made_at,
    }
    return (json.dumps(about) + "\n" + capsule.text).encode("utf-8", "surrogatepass")


def parsed(content: bytes, digest: str) -> Capsule:
    """The capsule in a file of ours; RefusedError for another one."""
    about, _, text = content.decode("utf-8", "surrogatepass").partition("\n")
    try:
        value = json.loads(about)
        codec = CodecId(value["codec"], value["model"], value["version"])
        tokens, raw = value["tokens"], value["tokens_raw"]
        return Capsule(value["block"], codec, text, tokens, raw, value["cost"], value["made_at"], digest)
    except (ValueError, KeyError, TypeError) as error:
        raise RefusedError(f"cm:{digest[:12]} is no capsule", hint="move the file away and compress again") from error
