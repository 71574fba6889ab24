"""Figures of the engines for administrators: sign-ins, failures, tokens and durations of the last hour or day."""
