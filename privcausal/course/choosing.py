"""Problems of the course about choosing."""
