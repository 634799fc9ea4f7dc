"""Pages of who may what: accounts and tokens, people and invitations, webhooks, the audit log."""
