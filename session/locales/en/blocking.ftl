# Blocking games.

cats-mouse-summary = The mouse starts in the middle and wins by reaching any square on the edge of the board; the three cats win by eating it. The mouse steps one square in any direction. In their turn the cats either put a new cat on any empty square not next to the mouse, or make exactly as many one-square steps as there are cats on the board, with one cat or several; a cat that steps onto the mouse eats it. Type a step as d4-c3 and a new cat as its square, e1.
cats-mouse-option-start = The central square on which the mouse starts: d4, d5, e4 or e5.
