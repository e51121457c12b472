"""Context Memory Optimizer: an agent's context stays small, its memory stays honest, nothing is lost."""

__version__ = "3.1.0"
