#!/usr/bin/env python3
"""A second, plain reading of diagrams: the moves of a game written from the published descriptions of XBetza
and of the Interactive Diagram, without a line of the program it checks. Slow, and for diagrams that need no
keys of our own.

plain_generator.py HENKA DEPTH WALKS DIAGRAM...     counts move sequences by both and compares them, from the start and after
                                                  random walks
"""

import random
import re
import subprocess
import sys

NARROW_N = dict(f=0x81, b=0x18, v=0x99, l=0x60, r=0x06, s=0x66)
WIDE_N = dict(f=0xC3, b=0x3C, v=0xFF, l=0xF0, r=0x0F, s=0xFF)
NARROW_K = dict(f=0x01, b=0x10, v=0x11, l=0x40, r=0x04, s=0x44)
WIDE_K = dict(f=0x83, b=0x38, v=0xBB, l=0xE0, r=0x0E, s=0xEE)
KING = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
ATOMS = dict(W=(1, 0), F=(1, 1), D=(2, 0), A=(2, 2), H=(3, 0), G=(3, 3), N=(2, 1), C=(3, 1), L=(3, 1), Z=(3, 2), J=(3, 2))
SLIDERS = dict(R="W", B="F", Q="K")
FAR = 99

# What the diagram's script takes a piece of this name for.
STANDARD = dict(
    pawn="ifmnDfmWfceF", knight="N", bishop="B", rook="R", queen="Q", archbishop="BN", chancellor="RN", marshall="RN",
    amazon="QN", lion="KNADcaKmcabK", cannon="mRcpR", wizard="FC", champion="WAD", camel="C", cardinal="BN", marshal="RN",
    lance="fR", copper="vWfF", silver="FfW", gold="WfF", man="K", commoner="K", ferz="F", advisor="F", zebra="Z", nightrider="NN",
    griffon="yafsF", gryphon="yafsF",
)


def crosswise(a, b):
    return (a in "fbv") != (b in "fbv")


def directions(letters, kind, first):
    """The directions of a leg as bits. kind: O orthogonal, D diagonal, K both, N oblique."""
    everywhere = 0xFF if first else (0x45 if kind in "OD" else 0xEF)
    if not first:
        kind = "K"
    mask, i = 0, 0
    while i < len(letters):
        a, b = letters[i], letters[i + 1] if i + 1 < len(letters) else ""
        if kind == "N":
            if b == "h":
                mask, i = mask | WIDE_N[a], i + 2
            elif b and crosswise(a, b) and WIDE_N[a] & NARROW_N[b]:
                mask, i = mask | (WIDE_N[a] & NARROW_N[b]), i + 2
            else:
                mask, i = mask | NARROW_N[a], i + 1 + (a == b)
        elif kind == "O":
            mask, i = mask | (NARROW_N[a] & 0x55), i + 1
        elif b == "h":
            mask, i = mask | WIDE_K[a], i + 2
        elif b and crosswise(a, b):
            mask, i = mask | (WIDE_K[a] & WIDE_K[b]) & 0xAA, i + 2
        else:
            mask, i = mask | (WIDE_K if kind == "D" else NARROW_K)[a], i + 1 + (a == b)
    mask = mask or everywhere
    return mask & (0x55 if kind == "O" and first else 0xAA if kind == "D" and first else 0xFF)


class Term:
    def __init__(self, mods, atom, number):
        self.castling = int(number or 2) if atom == "O" else 0
        self.virgin = "i" in mods
        self.inside = "j" in mods
        base = SLIDERS.get(atom, atom)
        self.range = FAR if atom in SLIDERS else 1
        if number is not None:
            self.range = FAR if number == "*" else int(number) or FAR
        if base == "K":
            self.kind, self.ring = "K", KING
        elif base == "O":
            self.kind, self.ring = "O", KING
        else:
            wide, narrow = ATOMS[base]
            self.kind = "O" if narrow == 0 else "D" if narrow == wide else "N"
            n, w = narrow, wide
            oblique = [(n, w), (w, n), (w, -n), (n, -w), (-n, -w), (-w, -n), (-w, n), (-n, w)]
            self.ring = oblique if self.kind == "N" else [(x * wide, y * wide) for x, y in KING]
        self.legs, self.whole = [], False
        texts = mods.split("a")
        for i, text in enumerate(texts):
            first, last = i == 0, i == len(texts) - 1
            mask = directions([c for c in text if c in "fblrvsh"], self.kind, first)
            modes = {c for c in text if c in "mcdekpy"}
            if not modes:
                modes = {"m", "c"} if last else {"m"}
            leg = dict(mask=mask, modes=modes, lame="n" in text)
            if last and "p" in modes:  # a cannon: over one piece, then what the other modes say
                self.whole = first and 1 < self.range < FAR  # the range is that of both parts together
                self.legs.append(dict(leg, modes={"p"}))
                leg = dict(mask=0x01, modes=modes - {"p"} or {"m", "c"}, lame=False)
            self.legs.append(leg)
        # a push of several steps can be captured in passing
        self.half = number == "*"
        self.rights = mods.count("n") == 2 or ("n" in mods and self.virgin) or self.half


def terms_of(betza):
    found = re.findall(r"([a-z]*)([A-Z])([A-Z]?)(\d*)", betza)
    terms = []
    at = 0
    while at < len(betza):
        m = re.match(r"([a-z]*)([A-Z])(\2)?(\d+|\*)?", betza[at:])
        if not m:
            raise SystemExit(f"{betza}: what is this? {found}")
        mods, atom, twice, number = m.groups()
        terms.append(Term(mods, atom, "0" if twice else number))
        at += m.end()
    return terms


class Game:
    def __init__(self, text):
        self.keys, self.types, self.holes = {}, [], set()
        name, royals = [], []
        for word in text.split():
            if ":" not in word or re.match(r"[A-Za-z]+=", word):
                key = re.match(r"([A-Za-z]+)=(.*)", word)
                if key:
                    name = []
                    if key[1] == "royal":
                        royals.append(key[2])
                    self.keys[key[1]] = key[2]
                else:
                    name.append(word)
                continue
            fields = (" ".join(name + [word])).split(":") + [""] * 6
            name = []
            self.types.append(fields)
        number = lambda key, standard: int(self.keys.get(key, standard))
        self.files, self.ranks = number("files", 8), number("ranks", 8)
        self.zone, self.offset, self.holdings = number("promoZone", 1), number("promoOffset", 0), number("holdingsType", 0)
        self.first = number("firstRank", 1)
        lines, self.types = self.types, []
        self.start, self.lines = {}, []
        for fields in lines:
            if fields[0] == "hole":
                for square in self.both(self.squares(fields[4])):
                    self.holes.add(square[1])
        known = {}
        for fields in lines:
            if fields[0] == "hole":
                continue
            key = (fields[0].lower(), fields[1], fields[2])
            if key not in known:
                known[key] = len(self.types) + 1
                betza = fields[2] or STANDARD.get(fields[0].lower()) or ("KisO3" if self.files > 8 else "KisO2")
                letter = fields[1] or re.sub("[^A-Za-z]", "", fields[0])[0].upper()
                self.types.append(dict(name=fields[0], id=letter, terms=terms_of(betza), given=bool(fields[1])))
            kind = known[key]
            self.lines.append(kind)
            for side, square in self.both(self.squares(fields[4])):
                if square not in self.holes:
                    self.start[square] = (side, kind)
        self.stock = [[0] * (len(self.types) + 1) for _ in range(2)]
        for fields, kind in zip([f for f in lines if f[0] != "hole"], self.lines):
            if fields[5]:
                for side in range(2):
                    self.stock[side][kind] = int(fields[5])
        self.royals = {self.type_named(r) for r in royals} if royals else {self.lines[-1]}
        self.protected = {self.type_named(self.keys["protected"])} if "protected" in self.keys else set()
        self.struck = {self.type_named(self.keys["counterStrike"])} if "counterStrike" in self.keys else set()
        self.iron = {self.type_named(t) for t in self.keys.get("iron", "").split(",") if t}
        self.promotions()

    def type_named(self, text):
        if text.isdigit():
            return self.lines[int(text) - 1]
        return next(i + 1 for i, t in enumerate(self.types) if t["id"] == text or t["name"] == text)

    def with_id(self, letter):
        for i, t in enumerate(self.types):
            if t["id"] == letter and t["given"]:
                return i + 1
        for i, t in enumerate(self.types):
            if t["id"] == letter:
                return i + 1
        return 0

    def promotions(self):
        self.becomes, self.choices = {}, {}
        last = int(self.keys.get("maxPromote", 1))
        if self.offset:
            for line in range(last):
                self.becomes[self.lines[line]] = self.lines[min(line + self.offset, len(self.lines) - 1)]
            return
        listed = []
        for marks, letter, ranks in re.findall(r"([!*]*)([A-Z])(\d*)", self.keys.get("promoChoice", "QNRB")):
            for kind in [self.with_id(letter)] + [i + 1 for i, t in enumerate(self.types) if t["id"] == letter]:
                if kind and kind not in [entry[0] for entry in listed]:
                    listed.append((kind, "!" in marks, "*" in marks, int(ranks or FAR)))
        for line in range(last):
            self.choices[self.lines[line]] = listed
        self.keeps_stock = self.holdings > 0 and any(mark[2] for mark in listed)

    def squares(self, text):
        side = 0
        for item in text.split(","):
            if not item:
                side = 1
            ends = [(ord(s[0]) - 97, int(s[1:]) - self.first) for s in item.lower().split("-") if s]
            if not ends:
                continue
            (x1, y1), (x2, y2) = ends[0], ends[-1]
            for x in range(min(x1, x2), max(x1, x2) + 1):
                for y in range(min(y1, y2), max(y1, y2) + 1):
                    yield side, (x, y)

    def both(self, squares):
        symmetry = self.keys.get("symmetry", "mirror")
        for side, (x, y) in squares:
            yield side, (x, y)
            if side == 0 and symmetry != "none":
                yield 1, (self.files - 1 - x if symmetry == "rotate" else x, self.ranks - 1 - y)

    def inside(self, square):
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks and square not in self.holes


class State:
    """board: square -> (side, kind); unmoved: squares whose piece has not moved; passed: squares that the last move
    passed, and where it went; struck: the last move took a piece that may not be avenged."""

    def __init__(self, game):
        self.game = game
        self.board, self.unmoved = dict(game.start), set(game.start)
        self.passed, self.pushed, self.struck, self.side = (), None, False, 0
        self.stock = [list(s) for s in game.stock]

    def copy(self):
        other = State.__new__(State)
        other.__dict__.update(self.__dict__)
        other.board, other.unmoved = dict(self.board), set(self.unmoved)
        other.stock = [list(s) for s in self.stock]
        return other

    # ---- one piece by its legs

    def walk(self, origin):
        """(target, victims, term) of every path."""
        side, kind = self.board[origin]
        for term in self.game.types[kind - 1]["terms"]:
            if not term.castling and not (term.virgin and origin not in self.unmoved):
                row = origin[1] if side == 0 else self.game.ranks - 1 - origin[1]
                reach = max(1, self.game.ranks // 2 - row - 1) if term.half else term.range
                yield from ((t, v, term) for t, v in self.leg(term, 0, origin, origin, 0, reach, frozenset(), side))

    def leg(self, term, number, origin, square, heading, reach, victims, side):
        leg, last = term.legs[number], number == len(term.legs) - 1
        modes, sign = leg["modes"], 1 if side == 0 else -1
        for bit in range(8):
            if not leg["mask"] >> bit & 1:
                continue
            direction = bit if number == 0 else (heading + bit) & 7
            dx, dy = term.ring[direction]
            at = square
            for steps in range(1, reach + 1):
                if leg["lame"] and self.crosses(origin, at, dx * sign, dy * sign):
                    break
                at = (at[0] + dx * sign, at[1] + dy * sign)
                if not self.game.inside(at):
                    break
                there = None if at == origin else self.board.get(at)
                enemy = there and there[0] != side and at not in victims and there[1] not in self.game.iron
                takes = enemy and ("c" in modes or ("k" in modes and there[1] in self.game.royals))
                if last:
                    if not there and "m" in modes or takes or (there and "d" in modes and there[0] == side and there[1] not in self.game.iron):
                        yield at, victims
                    if not there and "e" in modes and at in self.passed and self.board[self.pushed][0] != side and self.board[self.pushed][1] not in self.game.iron:
                        yield at, victims | {self.pushed}
                else:
                    onward = reach - steps if term.whole else reach

                    def more(left, taken, at=at, direction=direction):
                        return self.leg(term, number + 1, origin, at, direction, left, taken, side)

                    if not there and "y" in modes:
                        yield from more(1 if reach > 1 else FAR, victims)
                    elif not there and "m" in modes:
                        yield from more(onward, victims)
                    if there and "p" in modes:
                        yield from more(onward, victims)
                    if takes:
                        yield from more(onward, victims | {at})
                if there:
                    break

    def crosses(self, origin, at, dx, dy):
        longest = max(abs(dx), abs(dy))
        turn = lambda n: (n > 0) - (n < 0)
        if dx and dy and abs(dx) != abs(dy):
            inner = [(turn(dx) * (abs(dx) > abs(dy)), turn(dy) * (abs(dy) > abs(dx)))]
        else:
            inner = [(turn(dx) * i, turn(dy) * i) for i in range(1, longest)]
        squares = [(at[0] + x, at[1] + y) for x, y in inner]
        return any(s in self.game.holes or (s != origin and s in self.board) for s in squares)

    # ---- whole moves

    def attacked(self, squares, by):
        for origin, (side, _) in list(self.board.items()):
            if side == by:
                for target, victims, _ in self.walk(origin):
                    if target != origin and target in squares or victims & squares:
                        return True
        return False

    def royals(self, side):
        return {s for s, (owner, kind) in self.board.items() if owner == side and kind in self.game.royals}

    def safe(self, side):
        royals = self.royals(side)
        return len(royals) != 1 or not self.attacked(royals, 1 - side)

    def promoted(self, origin, target, captures):
        """What the piece may be after its move; None: what it is."""
        game, (side, kind) = self.game, self.board[origin]
        beyond = lambda y: game.ranks - 1 - y if side == 0 else y
        starts, ends = beyond(origin[1]) < game.zone, beyond(target[1]) < game.zone
        if kind in game.becomes:
            free = starts or ends if game.holdings else (ends and not starts) or (starts and captures)
            return [None, game.becomes[kind]] if free else [None]
        if kind not in game.choices or not ends or not game.choices[kind]:
            return [None]
        found = []
        for becomes, before_last, from_stock, ranks in game.choices[kind]:
            left = beyond(target[1])
            if left >= ranks or (before_last and left == 0):
                continue
            if becomes == kind:
                found.append(None)
            elif not from_stock or self.stock[side][becomes]:
                found.append(becomes)
        return found

    def made(self, origin, target, victims, becomes, term):
        game, side, after = self.game, self.side, self.copy()
        kind = after.board.pop(origin)[1]
        taken = {after.board[v][1]: v for v in victims if v in after.board}
        for victim in victims | ({target} if target in after.board else set()):
            owner, lost = after.board.pop(victim)
            taken[lost] = victim
            if not game.offset and game.keeps_stock:
                after.stock[owner][lost] += 1
        if becomes and any(c[0] == becomes and c[2] for c in game.choices.get(kind, ())):
            after.stock[side][becomes] -= 1
        after.board[target] = (side, becomes or kind)
        after.unmoved -= victims | {origin, target}
        after.passed, after.pushed = (), None
        after.struck = bool(game.struck & set(taken)) and kind not in game.struck
        if term.rights and not victims and target != origin and target not in self.board:
            steps = max(abs(target[0] - origin[0]), abs(target[1] - origin[1]))
            dx, dy = (target[0] - origin[0]) // steps, (target[1] - origin[1]) // steps
            after.passed = tuple((origin[0] + dx * i, origin[1] + dy * i) for i in range(1, steps))
            after.pushed = target
        after.side = 1 - side
        if self.struck and game.struck & set(taken) and kind not in game.struck:
            return None
        if kind in game.protected and game.protected & set(taken) and after.attacked({target}, 1 - side):
            return None
        return after if after.safe(side) else None

    def castlings(self, origin):
        side, kind = self.board[origin]
        for term in self.game.types[kind - 1]["terms"]:
            if not term.castling or origin not in self.unmoved:
                continue
            for step in (1, -1):
                corner, look = origin, (origin[0] + step, origin[1])
                while self.game.inside(look):  # the last piece of the array before the edge or a hole
                    corner, look = look if look in self.game.start else corner, (look[0] + step, look[1])
                partner = (corner[0] - step, corner[1]) if term.inside else corner
                way = [(x, origin[1]) for x in range(origin[0] + step, partner[0], step)]
                target = (origin[0] + term.castling * step, origin[1])
                if target not in way + [partner] or any(s in self.board for s in way):
                    continue
                if partner not in self.unmoved or self.board.get(partner, (2,))[0] != side:
                    continue
                passes = [origin] + way[: term.castling]
                ok = True
                for at in passes:
                    there = self.copy()
                    del there.board[origin]
                    there.board[at] = (side, kind)
                    ok = ok and there.safe(side)
                if not ok:
                    continue
                after = self.copy()
                king, rook = after.board.pop(origin), after.board.pop(partner)
                after.board[target], after.board[(target[0] - step, target[1])] = king, rook
                after.unmoved -= {origin, partner}
                after.passed, after.pushed, after.struck, after.side = (), None, False, 1 - side
                if after.safe(side):
                    yield (origin, target, partner, "castles"), after

    def moves(self):
        found, checked = {}, not self.safe(self.side)
        for origin, (side, _) in list(self.board.items()):
            if side != self.side:
                continue
            for target, victims, term in self.walk(origin):
                if term.virgin and checked and self.board[origin][1] in self.game.royals:
                    continue  # no first move out of check
                captures = bool(victims) or (target != origin and target in self.board)
                for becomes in self.promoted(origin, target, captures):
                    move = (origin, target, victims, becomes)
                    if move in found:
                        continue
                    after = self.made(origin, target, victims, becomes, term)
                    if after:
                        found[move] = after
            found.update(self.castlings(origin))
        return found


def perft(state, depth):
    moves = state.moves()
    return len(moves) if depth == 1 else sum(perft(after, depth - 1) for after in moves.values())


def square_text(square):
    return f"{chr(97 + square[0])}{square[1] + 1}"


def walked(game, random, plies):
    """A random game: the position, and its moves in coordinates. Castling and promotion, which have other texts, are left out."""
    state, words = State(game), []
    for _ in range(plies):
        moves = {m: a for m, a in state.moves().items() if len(m[2]) <= 1 and m[3] is None and m[0] != m[1]}
        if not moves:
            break
        move = random.choice(sorted(moves, key=str))
        victims = [v for v in move[2] if v != move[1]]
        words.append("".join(square_text(s) for s in (move[0], *victims, move[1])))
        state = moves[move]
    return state, words


def main():
    henka, depth, walks, paths = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    passed = failed = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            game = Game(re.sub(r"(?m)^#.*", "", file.read()))
        starts = [(State(game), [], depth)]
        for seed in range(walks):
            state, words = walked(game, random.Random(seed), 4 + seed * 7 % 60)
            starts.append((state, words, depth - 1))
        for state, words, deepest in starts:
            for plies in range(1, deepest + 1):
                sfen = ["startpos moves " + " ".join(words)] if words else []
                answer = subprocess.run([henka, "perft", path, str(plies), *sfen], capture_output=True, text=True, check=False)
                numbers = re.findall(r"\d+", answer.stdout)
                here = perft(state, plies)
                if numbers and int(numbers[-1]) == here:
                    passed += 1
                else:
                    failed += 1
                    there = answer.stdout.strip() or answer.stderr.strip()
                    print(f"{path} {' '.join(words)}, {plies} plies: {here} here, there {there}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
