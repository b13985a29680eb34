"""Problems of the course about graphs."""
