"""Where people's data enter: every file, one line one person."""
