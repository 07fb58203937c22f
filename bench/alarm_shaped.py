"""A random network of the shape of ALARM (Beinlich and others 1989): 37 variables of two to four states, 46 arcs, at
most four parents, which are never far away, so that the cliques stay small as they do there."""
import random

# How many variables have so many parents: 12 have none, ...; 46 arcs in all.
PARENTS = [0] * 12 + [1] * 9 + [2] * 12 + [3] * 3 + [4]
STATES = [2] * 13 + [3] * 17 + [4] * 7
REACH = 8  # how many variables back a parent may be


def graph(chance):
    """The parents of each variable. A variable without enough before it takes those there are; what is missing then is
    made up by later ones."""
    counts = PARENTS[:]
    chance.shuffle(counts)
    out, owed = [], 0
    for place, count in enumerate(counts):
        near = list(range(max(0, place - REACH), place))
        take = min(count + owed, len(near), max(PARENTS))
        owed += count - take
        out.append(sorted(chance.sample(near, take)))
    return out


def row(chance, width):
    shares = [chance.random() ** 3 + 0.001 for _ in range(width)]
    digits = [round(share / sum(shares), 6) for share in shares[:-1]]
    return digits + [round(1 - sum(digits), 6)]


def rows(parents, sizes):
    """The states of the parents, each in turn, the last fastest."""
    out = [[]]
    for parent in parents:
        out = [states + [state] for states in out for state in range(sizes[parent])]
    return out


def write(path, seed):
    """Writes the network of a seed as BIF; returns how many free parameters it has."""
    chance = random.Random(seed)
    sizes, parents_of = STATES[:], graph(chance)
    chance.shuffle(sizes)
    with open(path, 'w', encoding='ascii') as out:
        out.write(f'network alarm_shaped_{seed} {{\n}}\n')
        for place, size in enumerate(sizes):
            states = ', '.join(f's{k}' for k in range(size))
            out.write(f'variable v{place} {{\n  type discrete [ {size} ] {{ {states} }};\n}}\n')
        for place, parents in enumerate(parents_of):
            given = ' | ' + ', '.join(f'v{parent}' for parent in parents) if parents else ''
            out.write(f'probability ( v{place}{given} ) {{\n')
            for states in rows(parents, sizes):
                key = '(' + ', '.join(f's{state}' for state in states) + ')' if parents else 'table'
                out.write(f'  {key} {", ".join(f"{p:.6f}" for p in row(chance, sizes[place]))};\n')
            out.write('}\n')
    return sum((sizes[place] - 1) * len(rows(parents, sizes)) for place, parents in enumerate(parents_of))
