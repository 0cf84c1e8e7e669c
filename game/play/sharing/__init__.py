"""One solo game on several devices: links and codes that let them in, and who plays along."""
