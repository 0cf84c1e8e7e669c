"""Settings: how a person likes the site."""
