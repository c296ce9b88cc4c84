"""Measures FTS5 and tantivy on a catalogue; script/compare-search runs it.

The queries are those that Beckon was asked, and what counts is what 'beckon evaluate search' counts:
rows with the same title are one thing. Each search gets what makes it find most: any of the words
will do, the last may be a beginning, and words of letters alone may have as many typos as Beckon allows.
"""

import csv
import json
import math
import re
import sqlite3
import sys
import time

import tantivy

CUT = 10
csv.field_size_limit(1 << 30)


def words(text):
    """The words of a text in small letters."""
    return re.findall(r"\w+", text.lower())


def catalogue(path, columns):
    """The searched texts of each row, the number of each id's row, and the group of each row."""
    with open(path, newline="", encoding="utf8") as file:
        rows = list(csv.DictReader(file))
        id_column = "id" if "id" in rows[0] else next(iter(rows[0]))
    texts = [" ".join(row[column] or "" for column in columns) for row in rows]
    firsts, numbers = {}, {}
    for number, row in enumerate(rows):
        numbers.setdefault(row[id_column], number)
    groups = [firsts.setdefault(row[columns[0]], number) for number, row in enumerate(rows)]
    return texts, numbers, groups


def queries(path, numbers, groups):
    """Each query with the grades of the groups that are relevant."""
    read = []
    with open(path, encoding="utf8") as file:
        for line in file:
            text, ids = line.rstrip("\n").split("\t")
            grades = {}
            for part in ids.split(","):
                name, _, grade = part.rpartition(":")
                if not name or not re.fullmatch(r"[0-9.]+", grade):
                    name, grade = part, 1
                if name in numbers and float(grade) > 0:
                    group = groups[numbers[name]]
                    grades[group] = max(float(grade), grades.get(group, 0))
            if grades:
                read.append((text, grades))
    return read


class Words:
    """FTS5 by words, ordered by bm25."""

    name = "FTS5, bm25"
    tokenizer = "unicode61 remove_diacritics 2"

    def __init__(self, texts):
        self.database = sqlite3.connect(":memory:")
        self.database.execute(f"CREATE VIRTUAL TABLE p USING fts5(t, tokenize='{self.tokenizer}')")
        self.database.executemany("INSERT INTO p (rowid, t) VALUES (?, ?)", enumerate(texts))
        self.database.commit()

    def parts(self, query):
        found = words(query)
        return [f'"{word}"' for word in found[:-1]] + [f'"{word}"*' for word in found[-1:]]

    def find(self, query):
        parts = self.parts(query)
        if not parts:
            return []
        rows = self.database.execute(
            "SELECT rowid FROM p WHERE p MATCH ? ORDER BY rank LIMIT ?", (" OR ".join(parts), CUT))
        return [row[0] for row in rows]


class Trigrams(Words):
    """FTS5 by three letters each, ordered by bm25."""

    name = "FTS5, trigram"
    tokenizer = "trigram"

    def parts(self, query):
        text = query.lower().replace('"', " ")
        return [f'"{text[at:at + 3]}"' for at in range(len(text) - 2)]


class Tantivy:
    """tantivy with exact words, which count twice, and fuzzy ones beside them."""

    name = "tantivy, fuzzy"

    def __init__(self, texts):
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("t", stored=False, tokenizer_name="default")
        builder.add_integer_field("row", stored=True, fast=True)
        self.schema = builder.build()
        self.index = tantivy.Index(self.schema)
        writer = self.index.writer(heap_size=256_000_000, num_threads=1)
        for number, text in enumerate(texts):
            writer.add_document(tantivy.Document(t=text, row=number))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def find(self, query):
        found, parts = words(query), []
        for place, word in enumerate(found):
            exact = tantivy.Query.term_query(self.schema, "t", word)
            parts.append((tantivy.Occur.Should, tantivy.Query.boost_query(exact, 2.0)))
            typos = 0 if re.search(r"\d", word) or len(word) < 5 else 1 if len(word) < 9 else 2
            is_last = place == len(found) - 1
            if typos or is_last:
                fuzzy = tantivy.Query.fuzzy_term_query(self.schema, "t", word, typos, True, is_last)
                parts.append((tantivy.Occur.Should, fuzzy))
        hits = self.searcher.search(tantivy.Query.boolean_query(parts), CUT).hits
        return [self.searcher.doc(address)["row"][0] for _, address in hits]


def measure(search, asked, groups):
    """How good a search is, and how long a query takes."""
    recall = reciprocal = gain = 0.0
    times = []
    for text, grades in asked:
        start = time.perf_counter()
        rows = search.find(text)
        times.append(time.perf_counter() - start)
        seen, own = set(), 0.0
        for place, row in enumerate(rows):
            group = groups[row]
            if group not in grades or group in seen:
                continue
            if not seen:
                reciprocal += 1 / (place + 1)
            seen.add(group)
            own += grades[group] / math.log2(place + 2)
        best = sorted(grades.values(), reverse=True)[:CUT]
        recall += len(seen) / len(grades)
        gain += own / sum(grade / math.log2(place + 2) for place, grade in enumerate(best))
    times.sort()
    figures = [("recall_at_10", recall), ("reciprocal_rank_at_10", reciprocal),
               ("discounted_gain_at_10", gain)]
    result = {name: round(value / len(asked), 4) for name, value in figures}
    for share in (50, 99):
        milliseconds = 1000 * times[min(len(times) - 1, len(times) * share // 100)]
        result[f"p{share}_milliseconds"] = round(milliseconds, 3)
    return result


def tell(name, kind, figures):
    """Prints a line."""
    print(json.dumps({"search": name, "queries": kind} | figures), flush=True)


def main(path, columns, kind, work):
    """Measures all of them."""
    texts, numbers, groups = catalogue(path, columns.split(","))
    asked = queries(work + "/queries.tsv", numbers, groups)
    with open(work + "/beckon.json", encoding="utf8") as file:
        ours = json.load(file)
    names = ("recall_at_10", "reciprocal_rank_at_10", "discounted_gain_at_10")
    figures = {name: round(ours[name], 4) for name in names}
    figures |= {f"{share}_milliseconds": round(ours["query_milliseconds"][share], 3)
                for share in ("p50", "p99")}
    figures["products_per_second"] = ours["index"]["products_per_second"]
    tell("beckon", kind, figures)
    for rival in (Words, Trigrams, Tantivy):
        start = time.perf_counter()
        search = rival(texts)
        rate = round(len(texts) / (time.perf_counter() - start))
        tell(rival.name, kind, measure(search, asked, groups) | {"products_per_second": rate})


main(*sys.argv[1:])
