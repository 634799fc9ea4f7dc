"""What people change after runs are stored: exclusions, tags, names, uploads, studies, questions, rules, retention."""
