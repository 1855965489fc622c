## Draughts and their relatives

russian-summary = Take all the enemy's pieces or leave them without a move. Men step one square diagonally forward but capture backwards too, by jumping over a neighbour onto the empty square behind it; capturing is compulsory and goes on for as long as it can. A man that reaches the far rank becomes a king, which flies any distance along a diagonal. Type a step as c3-d4, a capture as d4:f6.
