# Territory games.

reversi-summary = Put a piece down so that enemy pieces stand in an unbroken row between it and another piece of yours, along a rank, a file or a diagonal: the whole row turns over and is yours. If you can turn something you must; if you cannot, the turn goes to your opponent by itself. When neither of you can act, more pieces win. Type the square: d3.
