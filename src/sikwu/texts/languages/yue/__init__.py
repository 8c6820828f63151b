"""Cantonese."""
