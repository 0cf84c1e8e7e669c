"""Pages to read: rules with diagrams, the FAQ, accessibility, keyboard shortcuts."""
