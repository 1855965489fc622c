#!/usr/bin/env python3
"""Random playouts per second of OpenSpiel's C++ core, by the processor time of one thread.

    pip install open_spiel
    python3 core/benches/openspiel.py othello checkers lines_of_action oware mancala

pyspiel has no call for a playout, so its tree search is told to look at one position: that evaluates the start by so
many playouts in C++, and does nothing else that takes time.
"""

import sys
import time

import pyspiel


def playouts_per_second(name: str, playouts: int) -> float:
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=playouts, seed=7)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=50, solve=False, seed=7, verbose=False
    )
    begun = time.thread_time()
    search.mcts_search(game.new_initial_state())
    return playouts / (time.thread_time() - begun)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("name some of OpenSpiel's games")
    for name in sys.argv[1:]:
        # Four tenths of a second each, and the median of five.
        playouts = max(50, int(playouts_per_second(name, 200) * 0.4))
        spans = sorted(playouts_per_second(name, playouts) for _ in range(5))
        print(f"{name} {spans[2]:.0f}")


if __name__ == "__main__":
    main()
