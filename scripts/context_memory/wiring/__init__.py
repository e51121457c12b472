"""The only place that picks concrete classes; everything else gets what it needs by argument.

Each function imports what it picks: a command pays for its own services only.
"""

from .learning import learner, meditation, note_writer
from .meanings import (
    embedded_at_recall,
    embedder,
    embedder_advice,
    embedding_coverage,
    meaning,
    older_embedder,
    reembedding,
)
from .outside import world
from .sessions import BlockServices, batches, blocks, compressor, examiner, optimizer, reporting, rmemory_import
from .stores import (
    SETTLED_AFTER,
    bring_up_to_date,
    existing_store,
    has_store,
    index_sessions,
    open_recall,
    open_store,
    ranking_weights,
    scope_of,
    settle,
    terms_of,
)

__all__ = [
    "SETTLED_AFTER",
    "BlockServices",
    "batches",
    "blocks",
    "bring_up_to_date",
    "compressor",
    "embedded_at_recall",
    "embedder",
    "embedder_advice",
    "embedding_coverage",
    "examiner",
    "existing_store",
    "has_store",
    "index_sessions",
    "learner",
    "meaning",
    "meditation",
    "note_writer",
    "older_embedder",
    "open_recall",
    "open_store",
    "optimizer",
    "ranking_weights",
    "reembedding",
    "reporting",
    "rmemory_import",
    "scope_of",
    "settle",
    "terms_of",
    "world",
]
