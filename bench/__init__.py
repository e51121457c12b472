"""One module per published number: `python -m bench` prints all of them, each beside its reference of the same run."""
