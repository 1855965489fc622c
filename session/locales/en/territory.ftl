# Territory games.

reversi-summary = Put a piece down so that enemy pieces stand in an unbroken row between it and another piece of yours, along a rank, a file or a diagonal: the whole row turns over and is yours. If you can turn something you must; if you cannot, the turn goes to your opponent by itself. When neither of you can act, more pieces win. Type the square: d3.

korobochka-summary = Take turns at putting pieces on free squares. Whoever fills the last square of a box, which is any block of 2×2, turns all its pieces to his own colour, whosever they were, and acts again at once. When the board is full, more pieces win. Type the square: c3.

atari-summary = Put pieces on free squares, one at a time. Pieces of one colour joined by their sides are a group, and a group with no free square left beside it is captured: the first capture wins. The edge helps the captor, and if you take the last free square of your own group, you lose on the spot. Type the square: d4.

comb-summary = Grow from your corner: in a turn you put down two or three pieces, each side by side with a live piece of yours. Live enemy pieces beside the square you take die and count for you, and dead pieces are a wall for both. Once the wall keeps you apart for good, pieces and the free squares on one's own side are counted. Type the squares one after another: a2.

crossroads-summary = A piece that you put down makes its file and its rank yours, and you may not play on your opponent's lines. When all sixteen lines have owners, squares where two lines of one player cross are filled with his pieces, and every other plot goes to the one with more pieces on its border. More squares win. Type the square: d4.

flood-summary = Go, played on the squares of a draughtboard. Pieces joined by their sides are a group, and a group with no free square left beside it is taken off for good. Put a piece down or pass; after two passes in a row, or when both hands are empty, you count your pieces and the free areas that only you surround. Type the square, d4, or pass.
flood-option-pieces = How many pieces each player has: 32, 24 or 16.

dots-summary = Answer beside your opponent's last piece: yours goes on a free square next to it, by side or corner. An enemy piece beside the one you place comes off if at least four of yours are around it now. A piece on the edge lets the opponent place up to two, one in a corner up to three. The game ends when somebody has placed all 24, and free squares go to whoever owns more around them. Type the square, d4, or pass to leave the extra pieces.

fenzu-summary = White fills ranks 1–4 and Black ranks 5–8, eighteen pieces each; a piece hits its whole file and both diagonals, through everything in between. Place only where no enemy piece hits. If all free squares of your half are hit, you sacrifice a piece on one of them: the opponent takes it, and the piece that struck goes back to his hand. When a hand is empty, pieces on the board, in hand and taken are counted together. Type the square, d4, or x and the piece that strikes, xd4.
fenzu-option-count = What is counted at the end: kept takes in the pieces in hand, board leaves them out.
