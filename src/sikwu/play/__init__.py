"""One deal, played: walls, actions, deals, what each seat may see of them, and the record of it all."""
