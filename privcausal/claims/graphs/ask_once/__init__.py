"""Claims about methods with a single release and free post-processing."""
