"""Part I: neighbours, mechanisms, and what a release costs."""
