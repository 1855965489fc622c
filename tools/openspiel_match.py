#!/usr/bin/env python3
"""Plays Tavlei's opponent against OpenSpiel's Monte Carlo tree search.

    pip install open_spiel
    cargo build --release && cargo build --release -p tavlei-core --example oware
    tools/openspiel_match.py --tavlei target/release/tavlei reversi lines checkers oware

OpenSpiel is a general game-playing system; its player is the C++ `MCTSBot` with random rollouts. Both sides think for the
same time by the clock on one thread, neither while the other does. Each random opening is played twice, once from
either side. Before every ply the legal plies of the two programs are compared: a game in which they differ, or which only one of them
holds to be over, is void. Oware is no game of Tavlei's (in its wari one may starve the other): there the search of Tavlei plays
by OpenSpiel's rules, told in core/examples/oware.rs. After each game a line says how it ended; at the end comes a table in Markdown.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from importlib.metadata import version

import pyspiel

# Slug: OpenSpiel's name of the game, and the options that bring Tavlei's rules nearest to it.
GAMES = {
    "reversi": ("othello", []),
    "lines": ("lines_of_action", []),
    # OpenSpiel ends the turn of a man that is crowned by a capture.
    "checkers": ("checkers", ["crowned=stops"]),
    "oware": ("oware", []),
}

OPENING_PLIES = 4
UCT_C = 2.0
MEMORY_MB = 500
WON, LOST, DRAWN, VOID = "won", "lost", "drawn", "void"


class OutOfTime(Exception):
    """The minutes given for the whole match are over."""


class Tavlei:
    """One side, and one of the two judges of the rules: the command line of Tavlei."""

    def __init__(self, program, slug, options, millis):
        self.program, self.slug, self.millis = program, slug, millis
        self.options = [word for option in options for word in ("-o", option)]
        self.moves, self.wall, self.cpu = 0, 0.0, 0.0

    def _run(self, command, arguments, given=None):
        words = [self.program, command, self.slug, *self.options, "--json", *arguments]
        return json.loads(subprocess.run(words, input=given, capture_output=True, text=True, check=True).stdout)

    def position(self, plies):
        """The position after these plies: `legal`, `seat`, `result` (none while the game goes on), `board`."""
        position = self._run("replay", [], " ".join(plies) + "\n")
        if "error" in position:
            raise ValueError(f"Tavlei refuses {plies}: {position}")
        return position

    def choose(self, plies, seed):
        """The ply that Tavlei's opponent chooses. The time counted includes the start of the program."""
        before, start = _children_cpu(), time.monotonic()
        ply = self._best(plies, seed)["ply"]
        self.moves += 1
        self.wall += time.monotonic() - start
        self.cpu += _children_cpu() - before
        return ply

    def _best(self, plies, seed):
        return self._run("best", ["--millis", str(self.millis), "--seed", str(seed), *plies])


class Oware(Tavlei):
    """Tavlei's search in OpenSpiel's Oware: the example beside the program."""

    def __init__(self, program, slug, options, millis):
        super().__init__(os.path.join(os.path.dirname(program), "examples", "oware"), slug, options, millis)

    def position(self, plies):
        return self._answer("replay", *plies)

    def _best(self, plies, seed):
        return self._answer("best", str(self.millis), str(seed), *plies)

    def _answer(self, *words):
        return json.loads(subprocess.run([self.program, *words], capture_output=True, text=True, check=True).stdout)


class OpenSpiel:
    """The other side and the other judge."""

    def __init__(self, name, slug, millis):
        self.game, self.slug, self.millis = pyspiel.load_game(name), slug, millis
        self.moves, self.wall, self.cpu = 0, 0.0, 0.0

    def start(self, seed):
        """Begins a game."""
        self.state = self.game.new_initial_state()
        self.bot = pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(1, seed),
            UCT_C,
            1_000_000_000,  # simulations: more than the time allows
            MEMORY_MB,
            True,  # solve
            seed,
            False,  # verbose
            max_wall_clock_time=self.millis / 1000,
        )

    def plies(self):
        """The legal plies in Tavlei's notation, each with OpenSpiel's actions that make it up."""
        self._skip_pass()
        if self.state.is_terminal():
            return {}
        found = self._continued(self.state, None, [])
        # Where several routes of a capture lead to one position, Tavlei knows only the first one by name.
        by_result = {}
        for text in sorted(found):
            actions, after = found[text]
            by_result.setdefault(after, (text, actions))
        return dict(by_result.values())

    def _continued(self, state, text, actions):
        """The plies that begin with these actions, each with its actions and the position that it leads to."""
        found = {}
        player = state.current_player()
        for action in state.legal_actions():
            longer = self._text(text, state.action_to_string(player, action))
            after = state.child(action)
            # A player of checkers who acts again goes on with the same capture.
            if self.slug == "checkers" and not after.is_terminal() and after.current_player() == player:
                found.update(self._continued(after, longer, [*actions, action]))
            else:
                # In Lines of Action and Oware two plies never lead to one position that Tavlei would count once.
                key = str(after) if self.slug == "checkers" else longer
                found[longer] = ([*actions, action], key)
        return found

    def _text(self, text, action):
        """Tavlei's name of a ply that began as `text` (none at its first action) and goes on with OpenSpiel's `action`."""
        if self.slug == "lines":
            return action.replace("x", "-")
        if self.slug == "checkers":
            source, target = action[:2], action[2:]
            jumped = abs(ord(source[1]) - ord(target[1])) == 2
            return f"{text or source}{':' if jumped else '-'}{target}"
        return action

    def _skip_pass(self):
        """A player of Othello who cannot place passes by an action; in Tavlei the turn goes over by itself."""
        while not self.state.is_terminal():
            legal = self.state.legal_actions()
            if [self.state.action_to_string(action) for action in legal] != ["pass"]:
                return
            self.state.apply_action(legal[0])

    def play(self, actions):
        for action in actions:
            self.state.apply_action(action)
        self._skip_pass()

    def choose(self, plies):
        """The ply that the bot chooses; none if it is none of `plies`.

        It has the whole time for each jump of a capture, none for a forced one.
        """
        state, actions = self.state.clone(), []
        before, start = time.process_time(), time.monotonic()
        while True:
            legal = state.legal_actions()
            action = legal[0] if len(legal) == 1 else self.bot.step(state)
            actions.append(action)
            state.apply_action(action)
            chosen = self._ply_of(plies, actions, state)
            if chosen or not self._begins_more(plies, actions):
                break
        self.moves += 1
        self.wall += time.monotonic() - start
        self.cpu += time.process_time() - before
        return chosen

    @staticmethod
    def _begins_more(plies, actions):
        """Whether these actions are the beginning of a longer ply."""
        longer = (made_of for made_of in plies.values() if len(made_of) > len(actions))
        return any(made_of[: len(actions)] == actions for made_of in longer)

    def _ply_of(self, plies, actions, after):
        """The ply that these actions make up, or one with the same result; none if they are only its beginning."""
        for text, made_of in plies.items():
            if made_of == actions:
                return text
        if self._begins_more(plies, actions):
            return None
        for text, made_of in plies.items():
            other = self.state.clone()
            for action in made_of:
                other.apply_action(action)
            if str(other) == str(after):
                return text
        return None


def _children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def verdict(slug, position, state, seat):
    """How the game ended for Tavlei in `seat`, with a reason; none while both programs hold that it goes on."""
    result, over = position["result"], state.is_terminal()
    if result is None and not over:
        return None
    theirs = state.returns()[0] if over else None
    their_winner = None if not over or theirs == 0 else (0 if theirs > 0 else 1)
    if result is None and slug == "oware":
        # OpenSpiel ends Oware when a position comes for the second time, each taking what lies on his side.
        result = {"winner": their_winner, "reason": "repetition"}
    if result is None:
        return VOID, f"only OpenSpiel holds the game over ({'draw' if their_winner is None else 'won'})"
    if not over:
        return VOID, f"only Tavlei holds the game over ({result['reason']})"
    if result["winner"] != their_winner:
        return VOID, f"the results differ ({result['reason']})"
    if their_winner is None:
        return DRAWN, result["reason"]
    return (WON if their_winner == seat else LOST), result["reason"]


def judged(tavlei, openspiel, plies, seat):
    """The legal plies (with OpenSpiel's actions), and the verdict if the game has come to an end."""
    theirs = openspiel.plies()
    position = tavlei.position(plies)
    ended = verdict(openspiel.slug, position, openspiel.state, seat)
    if ended is None and set(position["legal"]) != set(theirs):
        differing = sorted(set(position["legal"]) ^ set(theirs))
        ended = VOID, f"legal plies differ: {' '.join(differing)}"
    return position, theirs, ended


def opening_of(tavlei, openspiel, seed):
    """Random plies for the beginning of a game, legal in both programs."""
    chance = random.Random(seed)
    while True:
        openspiel.start(seed)
        plies = []
        for _ in range(OPENING_PLIES):
            legal = openspiel.plies()
            if not legal:
                break
            plies.append(chance.choice(sorted(legal)))
            openspiel.play(legal[plies[-1]])
        if len(plies) == OPENING_PLIES and judged(tavlei, openspiel, plies, 0)[2] is None:
            return plies


def play(tavlei, openspiel, opening, seat, seed, deadline):
    """One game with Tavlei in `seat`: how it ended for Tavlei, why, and its plies."""
    openspiel.start(seed)
    plies = []
    for text in opening:
        openspiel.play(openspiel.plies()[text])
        plies.append(text)
    while True:
        if time.monotonic() > deadline:
            raise OutOfTime
        position, legal, ended = judged(tavlei, openspiel, plies, seat)
        if ended:
            return *ended, plies
        if position["seat"] != openspiel.state.current_player():
            return VOID, "the programs differ about who acts", plies
        text = tavlei.choose(plies, seed) if position["seat"] == seat else openspiel.choose(legal)
        if text not in legal:
            return VOID, "OpenSpiel chose a ply that Tavlei does not allow", plies
        openspiel.play(legal[text])
        plies.append(text)


def table(results, sides):
    """The results as a table in Markdown."""
    lines = [
        "| game | OpenSpiel's name | games | won | drawn | lost | void | plies a game | CPU a move, Tavlei | CPU a move, OpenSpiel |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for slug, ended in results.items():
        tavlei, openspiel = sides[slug]
        count = {kind: sum(1 for result, _ in ended if result == kind) for kind in (WON, DRAWN, LOST, VOID)}
        length = sum(plies for _, plies in ended) / max(len(ended), 1)
        cpu = [f"{1000 * side.cpu / max(side.moves, 1):.0f} ms" for side in (tavlei, openspiel)]
        name = " ".join([slug, *(word for word in tavlei.options if word != "-o")])
        lines.append(
            f"| {name} | {GAMES[slug][0]} | {len(ended)} | {count[WON]} | {count[DRAWN]} | {count[LOST]} "
            f"| {count[VOID]} | {length:.0f} | {cpu[0]} | {cpu[1]} |"
        )
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help=f"games: {', '.join(GAMES)} (all if none is named)")
    parser.add_argument("--tavlei", default="target/release/tavlei", help="the program")
    parser.add_argument("--millis", type=int, default=1000, help="time for a move, in milliseconds")
    parser.add_argument("--openings", type=int, default=5, help="random openings; each is played from both sides")
    parser.add_argument("--seed", type=int, default=1, help="what chance is drawn from")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time; an unfinished game does not count")
    args = parser.parse_args()
    slugs = args.slugs or list(GAMES)
    unknown = [slug for slug in slugs if slug not in GAMES]
    if unknown:
        parser.error(f"not one of {', '.join(GAMES)}: {', '.join(unknown)}")

    print(f"OpenSpiel {version('open_spiel')}, {args.millis} ms a move, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    deadline = time.monotonic() + args.minutes * 60
    sides = {}
    for slug in slugs:
        name, options = GAMES[slug]
        tavlei = (Oware if slug == "oware" else Tavlei)(args.tavlei, slug, options, args.millis)
        sides[slug] = tavlei, OpenSpiel(name, slug, args.millis)
    results = {slug: [] for slug in slugs}
    try:
        for opening_number in range(args.openings):
            seed = args.seed + opening_number
            for slug in slugs:
                tavlei, openspiel = sides[slug]
                opening = opening_of(tavlei, openspiel, seed)
                for seat in (0, 1):
                    result, reason, plies = play(tavlei, openspiel, opening, seat, seed, deadline)
                    results[slug].append((result, len(plies)))
                    print(f"{slug} seat {seat}: {result}, {reason}, {len(plies)} plies: {' '.join(plies)}", flush=True)
    except (OutOfTime, KeyboardInterrupt):
        print("stopped: the game being played does not count")
    print(table(results, sides))


if __name__ == "__main__":
    sys.exit(main())
