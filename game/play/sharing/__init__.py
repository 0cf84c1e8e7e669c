"""One solo game on several devices: invitation links and codes, and the devices that joined."""
