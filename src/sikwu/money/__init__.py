"""Who pays whom. Amounts and payments are plain values; liability and settlement work on scores."""
