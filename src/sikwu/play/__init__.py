"""Playing deals: walls, actions, deals, the view of each seat, and the record of a match."""
