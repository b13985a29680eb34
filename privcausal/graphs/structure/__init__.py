"""Graphs as such: arrows and lines, separation, distances, pictures, files."""
