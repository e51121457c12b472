"""What a model is given beside the rules of `templates/<language>/compress_block.md.j2`: the block and its limits."""

from ..model.blocks import CompressRequest
from . import block_text

VERSION = "1"
"""Changes with the templates: capsules say by which rules they were made."""

_WORDS = {
    "en": ("Write at most {target} tokens; the block has {raw}.", "Your first answer was not accepted: {complaint}."),
    "zh": ("最多写 {target} 个 token；原文有 {raw} 个。", "上一次的回答未被接受：{complaint}。"),
}


def user_text(request: CompressRequest) -> str:
    """The block as data between tags that nothing inside can close, then the limit and what was wrong before."""
    limit, again = _WORDS["zh" if request.language == "zh" else "en"]
    tag = f"block-{request.block.id[:8]}"
    lines = [
        f"<{tag}>",
        block_text.for_prompt(request.messages),
        f"</{tag}>",
        "",
        limit.format(target=request.target_tokens, raw=request.block.tokens),
    ]
    if request.complaint:
        lines.append(again.format(complaint=request.complaint))
    return "\n".join(lines)
