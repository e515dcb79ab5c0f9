"""Reads what Deepway writes, with code that shares nothing with it; see scripts/exchange."""

import base64, collections, copy, gzip, json, multiprocessing, os, random, re, shutil, struct, subprocess, sys, tempfile, time, zlib
import xml.etree.ElementTree as ET

import networkx
import pygltflib
import tcod
from jsonschema_rs import Draft7Validator

DEEPWAY, TOOLS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECTORS, MAZES, STACKS, FAULTS = map(int, sys.argv[3:7])
HERE = os.path.dirname(os.path.abspath(__file__))
READERS = os.path.join(HERE, "../readers/target/debug/readers")
ENV = dict(os.environ, DEEPWAY_STORE="memory:", QT_QPA_PLATFORM="offscreen", XDG_RUNTIME_DIR="/tmp")
FILES = ["ldtk", "xp", "glb", "vox", "dot", "graphml", "svg", "png", "pdf"]
FOLDERS = ["tmx", "tmj", "onepage", "uvtt", "foundry"]
problems = collections.Counter()
checked = collections.Counter()
said = []
rules = schema = None
if os.environ.get("LDTK_SCHEMA"):
    rules = json.load(open(os.environ["LDTK_SCHEMA"]))
    rules["$schema"] = "http://json-schema.org/draft-07/schema#"
    schema = Draft7Validator(rules)


def run(*args, ok=(0,)):
    done = subprocess.run(args, capture_output=True, env=ENV)
    if done.returncode not in ok:
        raise RuntimeError(f"{args[:4]}: {done.returncode}: {(done.stderr or done.stdout)[:300].decode(errors='replace')}")
    return done


def say(kind, name, problem):
    problems[kind] += 1
    said.append(f"  {kind} {name}: {str(problem)[:300]}")


# ---- Our text map, read by itself.

def words(line):
    """The words of a thing's line; quoted ones keep their signs."""
    out, i = [], 0
    while i < len(line):
        if line[i] == " ":
            i += 1
            continue
        word, plain = "", True
        pair = None
        while i < len(line) and line[i] != " ":
            if line[i] == '"':
                i += 1
                plain = False
                while line[i] != '"':
                    if line[i] == "\\":
                        i += 1
                        if line[i] == "u":
                            end = line.index("}", i)
                            word += chr(int(line[i + 2:end], 16))
                            i = end
                        else:
                            word += {"n": "\n", "r": "\r", "t": "\t"}.get(line[i], line[i])
                    else:
                        word += line[i]
                    i += 1
                i += 1
            elif line[i] == "=" and pair is None:
                pair, word = word, ""
                i += 1
            else:
                word += line[i]
                i += 1
        out.append((pair, word, plain))
    return out


class Map:
    """Cells as glyphs, materials by name, things in order."""

    def __init__(self, text):
        self.floors, self.made, self.things, keys = [], {}, [], {}
        rows = paint = None
        for line in text.split("\n"):
            if line.startswith("floor:"):
                rows, paint = [], None
                self.floors.append(rows)
            elif line.startswith("paint:"):
                paint, rows, y = int(line[6:]), None, 0
            elif line.startswith("key "):
                keys[line[4]] = line[6:]
            elif line.startswith("@ "):
                parts = words(line[2:])
                place = tuple(map(int, parts[0][1].split(",")))
                name = [w for k, w, _ in parts[2:] if k is None]
                self.things.append((place, parts[1][1], name[0] if name else "", {k: w for k, w, _ in parts[2:] if k is not None}))
                rows = paint = None
            elif paint is not None:
                for x, letter in enumerate(line):
                    if letter not in ". ":
                        self.made[(x, y, paint)] = keys[letter]
                y += 1
            elif rows is not None:
                rows.append(line)
        # The end of the file is no row.
        if self.floors and self.floors[-1] and self.floors[-1][-1] == "":
            self.floors[-1].pop()
        self.width = max(len(row) for row in self.floors[0])
        self.height = len(self.floors[0])

    def at(self, x, y, z):
        if 0 <= z < len(self.floors) and 0 <= y < self.height and 0 <= x < self.width:
            return self.floors[z][y][x]
        return " "


GLYPHS = {  # the table of docs/formats.md
    "open air": " ", "wall": "#", "rubble": "%", "deep liquid": "=", "pillar": "I", "statue": "&", "machinery": "M",
    "crystal": "*", "furniture": "T", "table": "d", "bed": "b", "shelf": "H", "altar": "A", "barrel": "B",
    "sarcophagus": "C", "brazier": "!", "hearth": "u", "anvil": "V", "bars": "|", "fungus": "Q", "throne": "Z",
    "rack": "/", "fountain": "Y", "floor": ".", "door": "+", "shallow liquid": "~", "secret door": "S", "dais": "_",
    "chair": "h", "bridge": "-", "ladder": "L", "stairs up": "<", "stairs down": ">", "stairs up and down": "X",
    "shaft": "O", "hole": "o", "elevator": "E", "ramp entered from the north": "^",
    "ramp entered from the south": "v", "ramp entered from the west": "{", "ramp entered from the east": "}"}


def compare(kind, name, world, floors, made, things):
    if floors != world.floors:
        say(kind, name, "cells differ")
    if made is not None and made != world.made:
        say(kind, name, f"materials differ: {len(made)} and {len(world.made)}")
    if things is not None and things != world.things:
        say(kind, name, f"things differ: {len(things)} and {len(world.things)}")
    checked[kind + " equal"] += 1


# ---- Readers of our own.

def read_tmx(folder, world, name, json_too):
    floors, made, things = [], {}, []
    ending = "tmj" if json_too else "tmx"
    listed = json.load(open([os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".world")][0]))
    for entry in listed["maps"]:
        path = os.path.join(folder, entry["fileName"])
        if json_too:
            root = json.load(open(path))
            sets = [(s["firstgid"], json.load(open(os.path.join(folder, s["source"])))) for s in root["tilesets"]]
            tiles = {f + t["id"]: {p["name"]: p["value"] for p in t["properties"]} for f, s in sets for t in s["tiles"]}
            z = {p["name"]: p["value"] for p in root["properties"]}["z"]
            layers = {l["name"]: l["data"] for l in root["layers"] if l["type"] == "tilelayer"}
            objects = [(o["name"], o["type"], o["x"], o["y"], {p["name"]: p["value"] for p in o["properties"]})
                       for l in root["layers"] if l["name"] == "things" for o in l["objects"]]
            size, width = root["tilewidth"], root["width"]
        else:
            root = ET.parse(path).getroot()
            tiles = {}
            for s in root.findall("tileset"):
                for t in ET.parse(os.path.join(folder, s.get("source"))).getroot().findall("tile"):
                    tiles[int(s.get("firstgid")) + int(t.get("id"))] = {p.get("name"): p.get("value") for p in t.iter("property")}
            z = int({p.get("name"): p.get("value") for p in root.find("properties")}["z"])
            layers = {l.get("name"): list(map(int, l.find("data").text.replace("\n", "").split(","))) for l in root.findall("layer")}
            objects = [(o.get("name"), o.get("type"), float(o.get("x")), float(o.get("y")), {p.get("name"): p.get("value") for p in o.iter("property")})
                       for g in root.findall("objectgroup") if g.get("name") == "things" for o in g]
            size, width = int(root.get("tilewidth")), int(root.get("width"))
        glyphs = [GLYPHS[tiles[g]["cell"]] if g else " " for g in layers["cells"]]
        floors.append((z, ["".join(glyphs[i:i + width]) for i in range(0, len(glyphs), width)]))
        for i, g in enumerate(layers.get("materials", [])):
            if g:
                made[(i % width, i // width, z)] = tiles[g]["material"]
        for own, kind, x, y, props in objects:
            order = int(props.pop("deepway:order"))
            things.append((order, ((int(x // size), int(y // size), z), kind, own, props)))
    compare(ending, name, world, [f for _, f in sorted(floors)], made, [t for _, t in sorted(things, key=lambda t: t[0])])


def read_ldtk(path, world, name):
    project = json.load(open(path))
    if schema:
        for error in list(schema.iter_errors(project))[:1]:
            say("ldtk", name, error.message)
        checked["ldtk schema"] += 1
    plain = {k.replace(" ", "_"): g for k, g in GLYPHS.items()}
    defs = {l["uid"]: {v["value"]: v["identifier"] for v in l["intGridValues"]} for l in project["defs"]["layers"]}
    floors, made, things, ends = {}, {}, [], {}
    iids = {level["iid"]: level["worldDepth"] for level in project["levels"]}
    for level in project["levels"]:
        z = level["worldDepth"]
        near = {(n["dir"], iids[n["levelIid"]]) for n in level["__neighbours"]}
        if near != {(d, o) for d, o in (("<", z - 1), (">", z + 1)) if o in iids.values()}:
            say("ldtk", name, f"neighbours of {z}: {near}")
        for layer in level["layerInstances"]:
            width = layer["__cWid"]
            if layer["__identifier"] == "Cells":
                g = [plain[defs[layer["layerDefUid"]][v]] if v else " " for v in layer["intGridCsv"]]
                floors[z] = ["".join(g[i:i + width]) for i in range(0, len(g), width)]
            elif layer["__identifier"] == "Materials":
                for i, v in enumerate(layer["intGridCsv"]):
                    if v:
                        made[(i % width, i // width, z)] = defs[layer["layerDefUid"]][v].replace("_", " ")
            for e in layer["entityInstances"]:
                f = {f["__identifier"]: f["__value"] for f in e["fieldInstances"]}
                x, y = e["__grid"]
                if e["__identifier"] == "Thing":
                    things.append((f["Order"], ((x, y, z), f["Kind"], f["Name"], json.loads(f["Properties"] or "{}"))))
                elif e["__identifier"] == "Link":
                    ends[e["iid"]] = ((x, y, z), f["Other"]["entityIid"], iids[f["Other"]["levelIid"]])
    for place, other, z in ends.values():
        back = ends.get(other)
        if not back or back[0][2] != z or abs(place[2] - z) != 1:
            say("ldtk", name, f"the link at {place} does not lead back")
    compare("ldtk", name, world, [floors[z] for z in sorted(floors)], made, [t for _, t in sorted(things, key=lambda t: t[0])])


def read_xp(path, world, name):
    data = gzip.open(path).read()
    version, layers = struct.unpack_from("<ii", data)
    at, floors = 8, []
    for _ in range(layers):
        w, h = struct.unpack_from("<ii", data, at)
        at += 8
        rows = [[" "] * w for _ in range(h)]
        for x in range(w):
            for y in range(h):
                rows[y][x] = chr(struct.unpack_from("<I", data, at)[0])
                at += 10
        floors.append(["".join(row) for row in rows])
    if version >= 0 or at != len(data):
        say("xp", name, "not the layout of REXPaint")
    compare("xp", name, world, floors, None, None)
    consoles = tcod.console.load_xp(path)
    if len(consoles) != len(world.floors) or (consoles[0].width, consoles[0].height) != (world.width, world.height):
        say("xp", name, "tcod sees another size")
    checked["xp tcod"] += 1


PAGE = Draft7Validator({
    "type": "object", "required": ["version", "title", "story", "rects", "doors", "notes", "columns", "water"],
    "properties": {
        "version": {"type": "string"}, "title": {"type": "string"}, "story": {"type": "string"},
        "rects": {"type": "array", "items": {"type": "object", "required": ["x", "y", "w", "h"], "properties": {
            "x": {"type": "integer"}, "y": {"type": "integer"}, "w": {"type": "integer", "minimum": 1}, "h": {"type": "integer", "minimum": 1}}}},
        "doors": {"type": "array", "items": {"type": "object", "required": ["x", "y", "dir", "type"], "properties": {
            "x": {"type": "integer"}, "y": {"type": "integer"}, "type": {"enum": list(range(10))},
            "dir": {"type": "object", "required": ["x", "y"], "properties": {"x": {"enum": [-1, 0, 1]}, "y": {"enum": [-1, 0, 1]}}}}}},
        "notes": {"type": "array", "items": {"type": "object", "required": ["text", "ref", "pos"], "properties": {
            "text": {"type": "string"}, "ref": {"type": "string"},
            "pos": {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}}}},
        "columns": {"type": "array", "items": {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}},
        "water": {"type": "array", "items": {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}}}})


def read_pages(folder, world, name):
    for z in range(len(world.floors)):
        page = json.load(open(os.path.join(folder, f"level-{z:03}.json")))
        for error in list(PAGE.iter_errors(page))[:1]:
            say("onepage", name, error.message)
        floor = {(x, y) for r in page["rects"] for x in range(r["x"], r["x"] + r["w"]) for y in range(r["y"], r["y"] + r["h"])}
        doors = {(d["x"], d["y"]): d["type"] for d in page["doors"]}
        kinds = {"+": {1, 7}, "S": {6}, "<": {3}, ">": {8}, "o": {8}, "O": {8}, "X": {9}, "L": {9}, "E": {9}, "^": {9}, "v": {9}, "{": {9}, "}": {9}}
        columns = {(c["x"], c["y"]) for c in page["columns"]}
        water = {(c["x"], c["y"]) for c in page["water"]}
        for y in range(world.height):
            for x in range(world.width):
                g = world.at(x, y, z)
                same = ((x, y) in floor) == (g not in "# %") and ((x, y) in columns) == (g == "I") \
                    and ((x, y) in water) == (g in "~=") and (doors.get((x, y)) in kinds.get(g, {None}))
                if not same:
                    say("onepage", name, f"{g!r} at {x},{y},{z}")
                    return
    checked["onepage equal"] += 1


VTT = Draft7Validator({
    "definitions": {
        "point": {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "number", "minimum": 0}, "y": {"type": "number", "minimum": 0}}, "additionalProperties": False},
        "lines": {"type": "array", "items": {"type": "array", "minItems": 2, "items": {"$ref": "#/definitions/point"}}}},
    "type": "object", "additionalProperties": False,
    "required": ["format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "lights", "environment", "image"],
    "properties": {
        "format": {"const": 0.3},
        "resolution": {"type": "object", "required": ["map_origin", "map_size", "pixels_per_grid"], "properties": {
            "map_origin": {"$ref": "#/definitions/point"}, "map_size": {"$ref": "#/definitions/point"}, "pixels_per_grid": {"type": "integer", "minimum": 1}}},
        "line_of_sight": {"$ref": "#/definitions/lines"}, "objects_line_of_sight": {"$ref": "#/definitions/lines"},
        "portals": {"type": "array", "items": {"type": "object", "required": ["position", "bounds", "rotation", "closed", "freestanding"], "additionalProperties": False, "properties": {
            "position": {"$ref": "#/definitions/point"}, "bounds": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"$ref": "#/definitions/point"}},
            "rotation": {"type": "number"}, "closed": {"type": "boolean"}, "freestanding": {"type": "boolean"}}}},
        "lights": {"type": "array", "items": {"type": "object", "required": ["position", "range", "intensity", "color", "shadows"], "properties": {
            "position": {"$ref": "#/definitions/point"}, "range": {"type": "number", "minimum": 0}, "intensity": {"type": "number"},
            "color": {"type": "string", "pattern": "^[0-9a-f]{8}$"}, "shadows": {"type": "boolean"}}}},
        "environment": {"type": "object", "required": ["baked_lighting", "ambient_light"]},
        "image": {"type": "string", "pattern": "^iVBOR"}}})


def vtt_problem(level, world, z):
    """What is wrong with a level: its form, its picture, or the rooms that its lines make."""
    for error in VTT.iter_errors(level):
        return error.message
    size = level["resolution"]["map_size"]
    if (size["x"], size["y"]) != (world.width, world.height):
        return "another size"
    image, grid = base64.b64decode(level["image"]), level["resolution"]["pixels_per_grid"]
    if struct.unpack(">II", image[16:24]) != (world.width * grid, world.height * grid):
        return "a picture of another size"
    # Sides of quarter cells that a line blocks.
    blocked = set()
    ends = {(p["x"], p["y"]) for line in level["line_of_sight"] for p in line}
    for line in level["line_of_sight"] + [p["bounds"] for p in level["portals"]]:
        for a, b in zip(line, line[1:]):
            x0, y0, x1, y1 = (round(v * 2) for v in (a["x"], a["y"], b["x"], b["y"]))
            if x0 == x1:
                blocked |= {("v", x0, y) for y in range(min(y0, y1), max(y0, y1))}
            elif y0 == y1:
                blocked |= {("h", x, y0) for x in range(min(x0, x1), max(x0, x1))}
            else:
                return "a slanted line"
    # Walls go around what is open, so none ends where no other begins.
    met = collections.Counter((p["x"], p["y"]) for line in level["line_of_sight"] for p in (line[0], line[-1]))
    if min(met.values(), default=2) < 2:
        return "a wall that ends nowhere"
    for portal in level["portals"]:
        if not portal["freestanding"] and not all((p["x"], p["y"]) in ends for p in portal["bounds"]):
            return "a door that shares no end with a wall"
    rock = lambda x, y: world.at(x, y, z) in "#%" or not (0 <= x < world.width and 0 <= y < world.height)
    doors = {(x, y) for y in range(world.height) for x in range(world.width) if world.at(x, y, z) in "+S"}
    if len(doors) != len(level["portals"]):
        return f"{len(level['portals'])} doors for {len(doors)}"
    inside = {(int(p["position"]["x"]), int(p["position"]["y"])) for p in level["portals"]}
    if inside != doors:
        return "a door elsewhere"

    def rooms(step):
        room = {}
        for y in range(world.height):
            for x in range(world.width):
                g = world.at(x, y, z)
                if g in "#% +S" or (2 * x, 2 * y) in room:
                    continue
                number, todo = len(room), [(2 * x, 2 * y)]
                room[todo[0]] = number
                while todo:
                    at = todo.pop()
                    for to in step(*at):
                        if to not in room:
                            room[to] = number
                            todo.append(to)
        return room

    def by_lines(x, y):
        if ("v", x, y) not in blocked and x > 0: yield x - 1, y
        if ("v", x + 1, y) not in blocked and x + 1 < 2 * world.width: yield x + 1, y
        if ("h", x, y) not in blocked and y > 0: yield x, y - 1
        if ("h", x, y + 1) not in blocked and y + 1 < 2 * world.height: yield x, y + 1

    def by_cells(x, y):
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            a, b = ((x + dx) // 2, (y + dy) // 2), (x // 2, y // 2)
            if rock(*a):
                continue
            # A door is shut across its middle: between two quarters of it, along its way.
            if a == b and a in doors:
                across = rock(a[0] - 1, a[1]) and rock(a[0] + 1, a[1]) or not (rock(a[0], a[1] - 1) and rock(a[0], a[1] + 1))
                if across == (dy != 0):
                    continue
            yield x + dx, y + dy

    # The same numbers, since both begin in the same order.
    drawn, meant = rooms(by_lines), rooms(by_cells)
    return None if drawn == meant else "its lines make other rooms"


def read_vtt(folder, world, name):
    for z in range(len(world.floors)):
        problem = vtt_problem(json.load(open(os.path.join(folder, f"level-{z:03}.uvtt"))), world, z)
        if problem:
            say("uvtt", name, f"level {z}: {problem}")
            return
    checked["uvtt rooms"] += 1


def foundry_problem(scene, world, links, folder):
    ids = re.compile("^[A-Za-z0-9]{16}$")
    levels = scene["levels"]
    known = [level["_id"] for level in levels]
    if known[0] != "defaultLevel0000" or scene["initialLevel"] not in known or "background" in scene:
        return "levels"
    seen = set()
    for kind in ("levels", "walls", "lights", "notes", "regions"):
        for thing in scene[kind]:
            if not ids.match(thing["_id"]) or (kind, thing["_id"]) in seen:
                return f"id of {kind}: {thing['_id']}"
            seen.add((kind, thing["_id"]))
            if kind != "levels" and (not thing["levels"] or not set(thing["levels"]) <= set(known)):
                return f"{kind} on no level"
    heights = [level["elevation"] for level in levels]
    if any(h["bottom"] >= h["top"] for h in heights) or any(a["top"] != b["bottom"] for a, b in zip(heights, heights[1:])):
        return "elevations"
    for level in levels:
        if not level["name"] or not os.path.exists(os.path.join(folder, os.path.basename(level["background"]["src"]))):
            return "a level without a name or a picture"
    regions = collections.defaultdict(list)
    for region in scene["regions"]:
        if region["behaviors"][0]["type"] == "changeLevel":
            for shape in region["shapes"]:
                regions[(shape["x"] // 100, shape["y"] // 100, tuple(region["levels"]))].append(region)
    for link in links:
        (x, y, high), low = link["high"], link["low"][2]
        found = [r for r in regions[(x, y, (known[low], known[high]))] if r["flags"]["deepway"]["kind"] == link["kind"]]
        if len(found) != 1:
            return f"{len(found)} regions for the {link['kind']} at {link['low']}"
        band, a, b = found[0]["elevation"], heights[low]["bottom"], heights[high]["bottom"]
        reach = (band["bottom"] <= a < band["top"], band["bottom"] <= b < band["top"])
        if reach != (link["up"], link["down"]):
            return f"the band of the {link['kind']} at {link['low']} reaches {reach}"
    for z, region in enumerate(r for r in scene["regions"] if r["behaviors"][0]["type"] == "defineSurface"):
        holes = {(x, y) for s in region["shapes"] if s["hole"] for x in range(s["x"] // 100, (s["x"] + s["width"]) // 100) for y in range(s["y"] // 100, (s["y"] + s["height"]) // 100)}
        meant = {(x, y) for y in range(world.height) for x in range(world.width) if world.at(x, y, z) in "oO"} if z else set()
        if {h for h in holes if world.at(*h, z) != " "} != meant:
            return f"holes of level {z}"
    doors = sum(row.count("+") + row.count("S") for floor in world.floors for row in floor)
    if sum(1 for wall in scene["walls"] if wall["door"]) != doors:
        return "doors"
    return None


def read_foundry(folder, world, links, name):
    problem = foundry_problem(json.load(open(os.path.join(folder, "scene.json"))), world, links, folder)
    if problem:
        say("foundry", name, problem)
    checked["foundry regions"] += 1


def read_graphml(text):
    """The graph, if its edges join nodes that it has."""
    graph = networkx.parse_graphml(text)
    named = {node.get("id") for node in ET.fromstring(text).iter("{http://graphml.graphdrawing.org/xmlns}node")}
    if set(graph.nodes) != named:
        raise ValueError("edges of nodes that are not there")
    return graph


def read_graphs(base, name):
    graph = read_graphml(open(base + ".graphml").read())
    plain = run("dot", "-Tplain", "-Nlabel=", "-Elabel=", base + ".dot").stdout.decode() if graph.number_of_nodes() < 60 else None
    if plain is not None and plain.count("\nnode ") != graph.number_of_nodes():
        say("dot", name, "Graphviz sees another number of nodes")
    if plain is None:
        run("dot", "-Tcanon", base + ".dot")
    checked["dot"] += 1
    checked["graphml"] += 1


def check_pdf(path):
    """qpdf warns of a sound stream if what it reads in one go happens to fill its buffer to the
    last byte. Then zlib says whether every stream is whole."""
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, env=ENV)
    said = (done.stdout + done.stderr).decode(errors="replace")
    warnings = [line for line in said.splitlines() if "WARNING" in line]
    boundary = "input stream is complete but output may still be valid"
    if done.returncode == 3 and warnings and all(boundary in line for line in warnings):
        data = open(path, "rb").read()
        for found in re.finditer(rb"/Length (\d+)[^>]*>>\s*stream\n", data):
            stream = zlib.decompressobj()
            stream.decompress(data[found.end():found.end() + int(found.group(1))])
            if not stream.eof or stream.unused_data:
                raise RuntimeError(f"{path}: a stream is not whole")
        checked["pdf streams at qpdf's boundary"] += 1
    elif done.returncode:
        raise RuntimeError(f"{path}: {said}")


def read_pdf(base, spec, name):
    """Keys once on the maps and once in the text, on both papers; players see nothing hidden."""
    sector = json.loads(run(DEEPWAY, "convert", spec, "-", "--to", "json").stdout)
    for paper in ("a4", "letter"):
        run(DEEPWAY, "book", spec, "--pdf", base + ".pdf", "--paper", paper)
        check_pdf(base + ".pdf")
        if os.path.getsize(base + ".pdf") > 5 << 20:
            say("pdf", name, "more than 5 MiB")
        pages = run("pdftotext", "-layout", base + ".pdf", "-").stdout.decode().split("\f")
        on_maps = "\n".join(p for p in pages if re.search(r"^ *Map: ", p, re.M) and "Contents" not in p[:600])
        # An arrow and the room that it leads to are no key.
        on_maps = re.sub(r"[▲▼◆] r\d+(–r\d+)?", "", on_maps)
        in_text = "\n".join(p for p in pages if re.search(r" Rooms *$", p.lstrip("\n").split("\n")[0]))
        for room in sector["rooms"]:
            plates = len(re.findall(rf"\b{room['id']}\b", on_maps))
            heads = in_text.count("\n") and len(re.findall(rf"(?:^|\s{{2,}}){room['id']} +{re.escape(room['name'].split()[0])}", in_text, re.M))
            if plates != 1:
                say("pdf", name, f"{room['id']} is {plates} times on the maps ({paper})")
            if heads != 1:
                say("pdf", name, f"{room['id']} is {heads} times in the text ({paper})")
    run(DEEPWAY, "book", spec, "--pdf", base + ".pdf", "--player")
    text = " ".join(run("pdftotext", base + ".pdf", "-").stdout.decode().split())
    # What is only said to be there is no secret.
    for rumour in sector["story"]["rumours"]:
        if not rumour["true"]:
            text = text.replace(rumour["text"], "")
    secret = {frozenset((e["a"], e["b"])) for e in sector["edges"] if e["kind"] == "secret"}
    ways = [{e["from"], e["to"]} for e in sector["exits"] + sector["connections"]]
    known, grown = {"r0"}, True
    while grown:
        more = {r for w in ways if frozenset(w) not in secret and w & known for r in w}
        grown = not more <= known
        known |= more
    hidden = [r["name"] for r in sector["rooms"] if r["id"] not in known]
    hidden += [c["name"] for r in sector["rooms"] for c in r.get("contents", []) if c["kind"] == "trap"]
    for word in hidden + ["secret"]:
        if word in text:
            say("player", name, f"the players' book says {word!r}")
    checked["pdf, both papers, and the players'"] += 1


# ---- All worlds through all formats.

def export_all(folder, spec, more):
    base = os.path.join(folder, "w")
    for ending in FILES:
        if not (ending == "xp" and more.get("levels", 1) > 9):
            run(DEEPWAY, "convert", spec, f"{base}.{ending}", *more.get("args", ()))
    for kind in FOLDERS:
        run(DEEPWAY, "convert", spec, os.path.join(folder, kind), "--to", kind, *more.get("args", ()))
    return base


def check_world(folder, spec, name, more, number):
    base = export_all(folder, spec, more)
    text = run(DEEPWAY, "convert", spec, "-", "--to", "text", *more.get("args", ())).stdout.decode()
    world = Map(text)
    open(base + ".txt", "w").write(text)
    moves = more.get("rules", ())
    links = json.loads(run(DEEPWAY, "links", base + ".txt", "--json", *moves).stdout)["links"]
    read_tmx(os.path.join(folder, "tmx"), world, name, False)
    read_tmx(os.path.join(folder, "tmj"), world, name, True)
    read_ldtk(base + ".ldtk", world, name)
    read_xp(base + ".xp", world, name)
    read_pages(os.path.join(folder, "onepage"), world, name)
    read_vtt(os.path.join(folder, "uvtt"), world, name)
    read_foundry(os.path.join(folder, "foundry"), world, links, name)
    read_graphs(base, name)
    ET.parse(base + ".svg")
    # A slow reader: a tenth of the files, and glTF's own validator reads all.
    if number % 10 == 0:
        pygltflib.GLTF2().load(base + ".glb")
        checked["glb pygltflib"] += 1
    check_pdf(base + ".pdf")
    checked["pdf qpdf"] += 1
    # What the program itself reads comes back as the same text.
    for way in [os.path.join(folder, kind) for kind in ("tmx", "tmj", "onepage")] + [base + ".ldtk", base + ".xp"]:
        back = run(DEEPWAY, "convert", way, "-", "--to", "text").stdout.decode()
        if back != text:
            say("back", name, os.path.basename(way))
        checked["read back"] += 1


def validate_batch(folder):
    """What is quicker for many files at once: Tiled, glTF's validator, other people's readers."""
    script = f"""
const v = require({json.dumps(TOOLS + '/node_modules/gltf-validator')}), fs = require('fs');
(async () => {{ for (const f of process.argv.slice(1)) {{
  const r = await v.validateBytes(new Uint8Array(fs.readFileSync(f)), {{maxIssues: 1}});
  if (r.issues.numErrors + r.issues.numWarnings) console.log(f, JSON.stringify(r.issues.messages[0])); }} }})();"""
    names = sorted(os.listdir(folder))
    # What could not be written is a problem already.
    names = [n for n in names if os.path.exists(os.path.join(folder, n, "foundry"))]
    glbs = [os.path.join(folder, n, "w.glb") for n in names]
    wrong = run("node", "-e", script, *glbs).stdout.decode().strip()
    if wrong:
        say("glb", "validator", wrong)
    checked["glb validator"] += len(glbs)
    for n in names:
        tmx = os.path.join(folder, n, "tmx")
        for world in [f for f in os.listdir(tmx) if f.endswith(".world")]:
            done = subprocess.run(["tmxrasterizer", os.path.join(tmx, world), os.path.join(folder, "world.png")], capture_output=True, env=ENV)
            if done.returncode:
                say("tmx", n, "tmxrasterizer: " + done.stderr.decode()[:200])
            checked["tmx tmxrasterizer"] += 1
    done = subprocess.run([READERS, folder], capture_output=True)
    if done.returncode:
        say("readers", folder, done.stdout.decode()[:300])
    checked["files read by other people's crates"] += int(re.search(rb"(\d+) files read", done.stdout).group(1))


def specs():
    random.seed(1)
    for seed in range(SECTORS):
        biome = ["the_roots", "muspelheim", "niflheim", "jotunheim", "alfheim", "neutral"][seed % 6]
        trend = ["climb", "descend", "mixed"][seed % 3]
        yield f"sector:{seed}:rooms={5 + seed % 20},trend={trend},biome={biome}", f"sector {seed}", {}
    for seed in range(MAZES):
        yield f"maze:{seed}:size={8 + seed % 9},levels={2 + seed % 5}", f"maze {seed}", {}
    for seed in range(STACKS):
        zone = f"{random.randrange(1, 79)}.{random.randrange(1, 24)}.{seed % 3}.{seed // 3 % 3}.{10 + random.randrange(30)}"
        args = ("--zone", zone, "--below", str(1 + seed % 5)) + (("--around", "1") if seed % 10 == 0 else ())
        yield f"world:{seed % 7}", f"stack {zone}", {"args": args, "rules": ("--gravity",)}


# ---- Planted faults.

def faults(folder):
    rng = random.Random(7)
    spec = "sector:8:rooms=14,trend=mixed"
    base = export_all(folder, spec, {})
    text = run(DEEPWAY, "convert", spec, "-", "--to", "text").stdout.decode()
    open(base + ".txt", "w").write(text)
    world = Map(text)
    links = json.loads(run(DEEPWAY, "links", base + ".txt", "--json").stdout)["links"]
    found = {}

    def score(kind, caught):
        good, all_ = found.get(kind, (0, 0))
        found[kind] = (good + bool(caught), all_ + 1)

    # LDtk: a field that must be there is taken away, has another type, or one too many.
    if schema:
        project = json.load(open(base + ".ldtk"))
        required = []

        def walk(value, rule):
            rule = resolve(rule)
            if isinstance(value, dict):
                for key in rule.get("required", []):
                    required.append((value, key))
                for key, sub in value.items():
                    if key in rule.get("properties", {}): walk(sub, rule["properties"][key])
            elif isinstance(value, list) and "items" in rule:
                for sub in value[:5]: walk(sub, rule["items"])

        def resolve(rule):
            while "$ref" in rule:
                at = rules
                for part in rule["$ref"][2:].split("/"): at = at[part]
                rule = at
            return rule

        walk(project, rules["LdtkJsonRoot"])
        for _ in range(FAULTS):
            owner, key = rng.choice(required)
            kept = owner[key]
            if rng.random() < 0.5: del owner[key]
            else: owner[key] = {"no": "such"} if not isinstance(kept, dict) and key not in ("__value",) else 7
            if key == "__value" and key in owner: del owner[key]
            score("ldtk schema", next(schema.iter_errors(project), None))
            owner[key] = kept
    # Universal VTT and Foundry: by their forms and what they must mean.
    level = json.load(open(os.path.join(folder, "uvtt", "level-001.uvtt")))
    for number in range(FAULTS):
        bad = copy.deepcopy(level)
        way = number % 5
        if way == 0: del bad[rng.choice(list(bad))]
        elif way == 1: bad["line_of_sight"].pop(rng.randrange(len(bad["line_of_sight"])))
        elif way == 2: bad["portals"].pop(rng.randrange(len(bad["portals"])))
        elif way == 3: del rng.choice(bad["portals"])[rng.choice(["position", "bounds", "closed"])]
        else: rng.choice(rng.choice(bad["line_of_sight"]))["x"] += 0.5
        score("uvtt", vtt_problem(bad, world, 1))
    scene = json.load(open(os.path.join(folder, "foundry", "scene.json")))
    for number in range(FAULTS):
        bad = copy.deepcopy(scene)
        changes = [r for r in bad["regions"] if r["behaviors"][0]["type"] == "changeLevel"]
        surfaces = [r for r in bad["regions"] if r["behaviors"][0]["type"] == "defineSurface"]
        way = number % 6
        if way == 0: bad["regions"].remove(rng.choice(changes))
        elif way == 1: rng.choice(changes)["levels"].reverse()
        elif way == 2: rng.choice(bad[rng.choice(["walls", "notes"])])["levels"] = []
        elif way == 3: rng.choice(bad["walls"])["_id"] = "short"
        elif way == 4: rng.choice(bad["levels"])["elevation"]["top"] -= 1000
        else: rng.choice(changes)["elevation"]["top"] = rng.choice(changes)["elevation"]["bottom"]
        try: caught = foundry_problem(bad, world, links, os.path.join(folder, "foundry"))
        except (KeyError, IndexError): caught = True
        score("foundry", caught)
    page = json.load(open(os.path.join(folder, "onepage", "level-001.json")))
    for number in range(FAULTS):
        bad = copy.deepcopy(page)
        way = number % 4
        if way == 0: del bad[rng.choice([k for k in bad if k != "deepway"])]
        elif way == 1: rng.choice(bad["rects"])[rng.choice(["w", "h"])] = rng.choice([0, -3, 1.5, "7"])
        elif way == 2: rng.choice(bad["doors"])["type"] = rng.choice([10, -1, "door"])
        else: del rng.choice(bad["doors"])[rng.choice(["x", "y", "dir", "type"])]
        score("onepage", next(PAGE.iter_errors(bad), None))
    # Tiled, graphs, PDF, glTF, MagicaVoxel, REXPaint: bytes that their readers must refuse.
    trial = os.path.join(folder, "trial")
    tmx = open(os.path.join(folder, "tmx", "level-001.tmx")).read()
    for number in range(FAULTS):
        way = number % 5
        numbers = [m for m in re.finditer(r"\d+,", tmx[tmx.index("csv"):tmx.index("</data>")])]
        at = rng.choice(numbers)
        start = tmx.index("csv") + at.start()
        if way == 0: bad = tmx[:start] + "x," + tmx[start + len(at.group()):]
        elif way == 1: bad = tmx[:start] + tmx[start + len(at.group()):]
        elif way == 2: bad = tmx[:rng.randrange(20, len(tmx) - 10)]
        elif way == 3: bad = tmx.replace('source="cells.tsx"', f'source="gone{number}.tsx"')
        else: bad = tmx[:start] + "9999," + tmx[start + len(at.group()):]
        path = os.path.join(folder, "tmx", "trial.tmx")
        open(path, "w").write(bad)
        done = subprocess.run([DEEPWAY, "convert", path, "-", "--to", "text"], capture_output=True, env=ENV)
        score("tmx, deepway", done.returncode == 2 and done.stderr.count(b"\n") == 1)
        others = [["tmxrasterizer", path, os.path.join(folder, "trial.png")], [READERS, path]]
        # These take a number beyond the last tile for one of the last tileset.
        if way != 4:
            refused = any(subprocess.run(other, capture_output=True, env=ENV).returncode for other in others)
            score("tmx, tmxrasterizer or the crate tiled", refused)
        os.remove(path)
    # Graphs: signs that the languages need, and ends of edges that are nobody's.
    dot, xml = open(base + ".dot").read(), open(base + ".graphml").read()
    for number in range(FAULTS):
        way = number % 3
        at = rng.choice([m.start() for m in re.finditer({0: "--|->", 1: '"', 2: "[{}]"}[way], dot)])
        bad = dot[:at] + ("=" if way == 0 else "") + dot[at + (2 if way == 0 else 1):]
        path = os.path.join(folder, "trial.dot")
        open(path, "w").write(bad)
        score("dot, Graphviz", subprocess.run(["dot", "-Tcanon", path], capture_output=True).returncode)
        way = number % 4
        if way == 0: bad = xml[:rng.randrange(len(xml) - 12)]
        elif way == 1:
            at = rng.choice([m.start() for m in re.finditer("</(node|edge|data|graph)>", xml)])
            bad = xml[:at] + xml[xml.index(">", at) + 1:]
        elif way == 2: bad = re.sub(r'<data key="[^"]*"', '<data key="none"', xml, count=1)
        else:
            ends = [m for m in re.finditer(r' (source|target)="[^"]*"|(?<=<node) id="[^"]*"', xml)]
            end = rng.choice(ends)
            bad = xml[:end.start()] + xml[end.end():]
        try:
            read_graphml(bad)
            score("graphml, networkx", False)
        except Exception:
            score("graphml, networkx", True)
    # PDF: what holds it together.
    book = open(base + ".pdf", "rb").read()
    table = book.rindex(b"xref\n", 0, book.rindex(b"trailer"))
    for number in range(FAULTS):
        bad, way = bytearray(book), number % 4
        if way == 0: bad = bad[:rng.randrange(len(bad) // 10, len(bad) - 40)]
        elif way == 1:
            row = rng.choice([m.start() for m in re.finditer(rb"\d{10} 00000 n", book[table:])]) + table
            bad[row:row + 10] = b"%010d" % ((int(book[row:row + 10]) + rng.randrange(1, 999)) % len(book))
        elif way == 2:
            at = rng.choice([m.start() for m in re.finditer(rb"endobj", book)])
            bad[at:at + 6] = b"endoby"
        else:
            at = rng.choice([m.start(1) for m in re.finditer(rb"/Length (\d+)", book)])
            bad[at:at + 1] = b"9" if bad[at:at + 1] != b"9" else b"1"
        path = os.path.join(folder, "trial.pdf")
        open(path, "wb").write(bad)
        score("pdf, qpdf", subprocess.run(["qpdf", "--check", path], capture_output=True).returncode)
    for ending, reader in (("xp", "deepway"), ("glb", "readers"), ("vox", "readers")):
        good = open(f"{base}.{ending}", "rb").read()
        os.makedirs(trial, exist_ok=True)
        for number in range(FAULTS):
            bad = bytearray(good)
            way = number % 3
            if way == 0: bad = bad[:rng.randrange(4, len(bad) - 1)]
            elif way == 1 and ending == "xp": bad[rng.randrange(len(bad) * 3 // 4, len(bad))] ^= 1 << rng.randrange(8)
            elif way == 1: bad[rng.randrange(0, 4)] ^= 0x20
            elif ending == "glb":
                at = good.index(rng.choice([b'"bufferView":', b'"accessors"', b'"POSITION":', b'"componentType":5126']))
                bad[at + 3] ^= 1
            elif ending == "vox": bad = bad[:12] + bad[12:16] + struct.pack("<i", len(bad) + 1000) + bad[20:] if number % 2 else bad[:len(bad) // 2]
            else: bad = bad[:10] + bad[rng.randrange(11, 40):]
            path = os.path.join(trial, f"t.{ending}")
            open(path, "wb").write(bad)
            if reader == "deepway":
                done = subprocess.run([DEEPWAY, "convert", path, "-", "--to", "text"], capture_output=True, env=ENV)
                score("xp, deepway", done.returncode == 2 and done.stderr.count(b"\n") == 1)
            else:
                done = subprocess.run([READERS, path], capture_output=True)
                score(f"{ending}, crate", done.returncode != 0)
            os.remove(path)
    return found


def check_batch(batch):
    """Some worlds through everything: what was wrong, what was checked, and what to say."""
    problems.clear()
    checked.clear()
    said.clear()
    folder = tempfile.mkdtemp(prefix="deepway-exchange-")
    try:
        for number, (spec, name, more) in batch:
            own = os.path.join(folder, f"{number:05}")
            os.mkdir(own)
            try:
                check_world(own, spec, name, more, number)
                if spec.startswith("sector:") and number % 10 == 0:
                    read_pdf(os.path.join(own, "book"), spec, name)
            except Exception as error:
                say("error", name, repr(error))
        validate_batch(folder)
    except Exception as error:
        say("error", f"a batch from {batch[0][1][1]}", repr(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return len(batch), dict(problems), dict(checked), list(said)


def main():
    start, count, found, read = time.time(), 0, collections.Counter(), collections.Counter()
    worlds = list(enumerate(specs()))
    batches = [worlds[at:at + 20] for at in range(0, len(worlds), 20)]
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 1))
    with multiprocessing.Pool(jobs) as pool:
        for number, wrong, right, lines in pool.imap_unordered(check_batch, batches):
            count += number
            found.update(wrong)
            read.update(right)
            print("".join(line + "\n" for line in lines[:20]), end="")
            print(f"{count} worlds, {sum(found.values())} problems, {time.time() - start:.0f} s", flush=True)
    print(f"{count} worlds in every format, {sum(found.values())} problems, {time.time() - start:.0f} s")
    for kind, number in sorted(read.items()):
        print(f"  {kind}: {number}")
    bad = sum(found.values())
    if FAULTS:
        folder = tempfile.mkdtemp(prefix="deepway-exchange-")
        try:
            for kind, (caught, planted) in faults(folder).items():
                print(f"  faults, {kind}: {caught} of {planted} found")
                bad += caught < 0.99 * planted
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("nothing wrong" if not bad else f"problems: {dict(found)}, and faults that were not found" if found else "faults were not found")
    sys.exit(bool(bad))


main()
