"""Generators of files kept in the repository; nothing here runs with the site."""
