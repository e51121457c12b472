"""What a project is: languages, frameworks, commands."""
