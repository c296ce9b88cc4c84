"""Measures recommenders of `implicit` on files of sessions; script/compare-recommendations runs it.

A session is a user. What is predicted, and how it is counted, is what 'beckon evaluate sessions' does:
each item behind the first from those before it, or the one behind ' | '.
"""

import json
import sys
from collections import Counter, defaultdict

import numpy
from implicit.als import AlternatingLeastSquares
from implicit.nearest_neighbours import BM25Recommender, CosineRecommender
from scipy.sparse import csr_matrix

CUT = 20


def table(path):
    """The sessions of a file in columns, each in the order of its times."""
    clicks = defaultdict(list)
    with open(path) as file:
        next(file)
        for place, line in enumerate(file):
            session, item, time = line.split()
            clicks[session].append((float(time), place, item))
    return [[item for _, _, item in sorted(session)] for session in clicks.values()]


def predictions(form, path):
    """Pairs of the items seen and the item that came next."""
    if form == "serenade":
        sessions = table(path)
    else:
        with open(path) as file:
            lines = [line.split() for line in file]
        if any("|" in line for line in lines):
            return [(line[:-2], line[-1]) for line in lines]
        sessions = lines
    return [(s[:place], s[place]) for s in sessions for place in range(1, len(s))]


def matrix(sessions, numbers):
    """Sessions as rows with 1 for each item; items that training does not know are left out."""
    rows, columns = [], []
    for row, session in enumerate(sessions):
        for item in set(session):
            if item in numbers:
                rows.append(row)
                columns.append(numbers[item])
    ones = numpy.ones(len(rows), dtype=numpy.float32)
    return csr_matrix((ones, (rows, columns)), shape=(len(sessions), len(numbers)))


def tell(name, lists, targets):
    """Prints how good lists are."""
    hits, reciprocal = 0, 0.0
    for items, target in zip(lists, targets):
        place = numpy.flatnonzero(items == target)
        if len(place):
            hits += 1
            reciprocal += 1 / (int(place[0]) + 1)
    count = len(targets)
    figures = {"recommender": name, "predictions": count}
    figures |= {"hit_rate_20": round(hits / count, 4), "reciprocal_rank_20": round(reciprocal / count, 4)}
    print(json.dumps(figures), flush=True)


def main(form, train, test):
    """Measures all of them."""
    if form == "serenade":
        sessions = table(train)
    else:
        with open(train) as file:
            sessions = [line.split() for line in file]
    counts = Counter(item for session in sessions for item in set(session))
    numbers = {item: number for number, item in enumerate(sorted(counts))}
    pairs = predictions(form, test)
    targets = [numbers.get(target, -1) for _, target in pairs]
    learned, seen = matrix(sessions, numbers), matrix([seen for seen, _ in pairs], numbers)

    most = numpy.array([numbers[item] for item, _ in counts.most_common(CUT)])
    tell("popularity", [most] * len(pairs), targets)
    rivals = {
        "implicit item-item, cosine": CosineRecommender(K=200),
        "implicit item-item, BM25": BM25Recommender(K=200),
        "implicit ALS, 128 factors": AlternatingLeastSquares(factors=128, random_state=1),
    }
    for name, model in rivals.items():
        model.fit(learned, show_progress=False)
        for without in (False, True):
            lists, _ = model.recommend(
                numpy.arange(len(pairs)), seen, N=CUT, filter_already_liked_items=without,
                recalculate_user=True)
            tell(name + (", without what was seen" if without else ""), lists, targets)


main(*sys.argv[1:])
