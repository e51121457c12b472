"""What a user may change: values, what each may hold, where it is read."""
