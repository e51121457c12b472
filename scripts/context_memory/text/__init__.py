"""Running text, in English and Chinese: sizes, terms, sentences, dates, names, places. Pure."""
