"""The lane of meaning beside the lane of words, and new vectors."""
