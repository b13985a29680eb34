"""Problems of the course about pairs."""
