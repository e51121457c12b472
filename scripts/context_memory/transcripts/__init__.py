"""Sessions of agent hosts: messages in groups, who speaks, one text."""
