"""The SMTP publisher: sends messages by e-mail."""
