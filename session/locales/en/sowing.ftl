# Sowing games.

kalah-summary = Gather more men in your kalah than your opponent gathers in theirs. Lift all the men from one of your four windows and drop them one by one, counter-clockwise, into the next windows and your own kalah; the enemy's kalah and windows that already hold eight are skipped. If the last man falls into your kalah, you move again; if he falls into an empty window of yours, all the men from the window opposite join him. The game ends when the player to move has no men in any window, and only the men in the kalahs count. Type the window's letter: B.

ruma-summary = Four players, each for themselves: be the first to get rid of all the men on your side, or the last to stay in the game. Lift all the men from one of your six pits and sow them counter-clockwise, one into each pit and each ruma in the corners; the last one must fall into a ruma or into a pit that is not empty. Whoever has no such sowing gets a fine, and twelve fines put a player out. Type the pit: S3.
