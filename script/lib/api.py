"""Prints the public declarations in a module's symbol graphs, one a line, sorted.

Fails if one of them names a type of a module that an app does not import.
"""
import json
import pathlib
import re
import sys

folder, module = sys.argv[1:]
visible = {"BeckonSDK", module}


def hidden_module(mangled):
    """The module of a mangled name (`s:11BeckonModel…`), if it is ours and no app imports it."""
    length = re.match(r"s:(\d+)", mangled)
    if not length:
        return None
    name = mangled[length.end():][: int(length[1])]
    return name if name.startswith("Beckon") and name not in visible else None


names, lines, faults = {}, set(), set()
graphs = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))]

for graph in graphs:
    for symbol in graph["symbols"]:
        path = ".".join(symbol["pathComponents"])
        names[symbol["identifier"]["precise"]] = path
        fragments = symbol.get("declarationFragments", [])
        text = " ".join("".join(fragment["spelling"] for fragment in fragments).split())
        lines.add(f"{path} = {text}")
        for fragment in fragments:
            if hidden := hidden_module(fragment.get("preciseIdentifier", "")):
                faults.add(f"{path} names {fragment['spelling']} of {hidden}")

for graph in graphs:
    for relation in graph["relationships"]:
        if relation["kind"] != "conformsTo" or relation["source"] not in names:
            continue
        target = names.get(relation["target"]) or relation.get("targetFallback", "")
        if target.split(".")[-1] not in ("SendableMetatype", "Copyable", "Escapable"):
            lines.add(f"{names[relation['source']]}: {target}")

print("\n".join(sorted(lines)))
for fault in sorted(faults):
    print(f"script/api: {module}: {fault}, which no app imports", file=sys.stderr)
sys.exit(1 if faults else 0)
