"""Who may do what: roles, tokens, invitations, and the log of every change."""
