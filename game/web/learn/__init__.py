"""Pages to read: rules with diagrams, questions and answers, accessibility, keys."""
