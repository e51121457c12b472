"""Text processing for English and Chinese: sizes, terms, sentences, dates, names, places. Pure."""
