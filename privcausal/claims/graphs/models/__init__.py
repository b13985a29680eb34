"""What is claimed about the networks that methods are measured on."""
