"""Makers of files that are kept in the project; nothing here runs when the site does."""
