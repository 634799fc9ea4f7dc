// Copying is part of main.js; pages of an earlier release ask for this file.
