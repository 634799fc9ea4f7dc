"""Rules of a site: differences of one condition that every question of it accepts, each with its reason."""
