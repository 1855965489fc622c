# Placing and figure games.

damut-summary = In one turn you put two pieces down, on two free squares side by side. Neither square may share a side with a piece of yours that is there already; touching corners, or enemy pieces, does no harm. If you have no room for a pair, your opponent goes on alone. Whoever places all 22 pieces wins at once; otherwise, when neither can go on, more pieces on the board win. Type both squares: d4+d5.

loach-summary = The two of you lay out one winding loach, piece after piece, starting in the centre. Go straight on from the last piece, or aside with a flipped piece, a hook; after a hook only straight on is left. If your opponent has nowhere to go, you play again: aside from your own hook or, failing that, beside any piece of his. Whoever first places all 18 pieces wins. Type the square, with a star for a hook, c5*, and with the enemy's square when you join on to his piece, d3@d4.

fence-summary = Together you build a chain of pieces side by side, White's and Black's in turn. Go on from an end that is the enemy's piece, unless it lies on the edge of the board; if you cannot, start a new chain on any free square. Whoever closes the chain into a ring, or brings it to the edge, plays again. Whoever first places all 18 pieces wins. Type the square: d5.

curtain-summary = Put pieces on free squares. When only free squares lie between two of your pieces on a rank, a file or a diagonal, that is a gap, and in your turn you must fill it, all of it at once; with several gaps you choose. Your opponent can break a gap by standing in it, unless he has one of his own to fill. Whoever first places all 30 pieces wins. Type the square, or the first and last square of the gap: b2..d4.

renju-summary = Five stones in a row win. Black begins and is held back: he needs exactly five, and with one stone he may not make a row of six or more, two fours, or two open threes (those squares are marked). White may do anything. From six stones on you may pass, and two passes in a row are a draw. Type the square, d4, or pass.
renju-option-pieces = How many stones each player has: 30, 25 or 20.
renju-option-opening = How the game begins: free anywhere; classic with the first stone on one of the four central squares, the second next to it, and the third at most two steps from the first.

tic-tac-toe-summary = Four or more in a row win, along any line; you have twelve pieces each. White begins in a corner, Black answers in the same corner block of 3×3, and then the whole board is free. Once in the game Black may put two pieces down in one turn: the first, marked +, on a near square, the second on a far one, at least three steps from every piece that was there before. Type the square, d4, or d4+ for the first of two.

bridgit-summary = White joins the bottom edge to the top, Black the left edge to the right, with a chain of pieces side by side; corners do not connect. In your turn put one piece on any free square. Whoever completes his bridge wins, and once neither can, the game is a draw. Type the square: d4.
bridgit-option-blocked = What happens when nobody can build a bridge any more: draw is a draw, span lets the longer bridge win.

quadrature-summary = Mind the corners: whoever first has four pieces of his own on the corners of a square, of any size and any slope, loses. White opens with a piece and two of its mirror images, Black answers with three pieces anywhere, and then you put down one piece each in turn. Type where it goes: d4.
quadrature-option-full = When the game ends: off with the first square made, on when the board is full, and then fewer squares win.

goban-summary = First you place your twelve pieces one by one; then you move them, one step at a time in any direction. Every five of your pieces in an unbroken row score a point, but the same five squares pay only once. Whoever gets ten points wins, and is given three more. Type the square, d4, and later the move, e1-e2.
