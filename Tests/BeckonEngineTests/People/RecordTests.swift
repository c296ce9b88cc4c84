import BeckonEngine
import BeckonModel
import Testing

/// What becomes of a record by what is written into it.
@Suite struct RecordTests {
  private static let now = Instant(milliseconds: 1_700_000_000_123)
  private static let record: JSON = [
    "level": 4, "game": ["level": 9_007_199_254_740_993, "name": "dune"], "tags": ["a", "b"],
    "inventory": ["gold": 50],
  ]
  private static let edit = RecordEdit(of: record, AppSettings(), at: now)

  /// A record without the balance, after a change.
  private static func after(_ change: RecordChange) -> JSON {
    change.applied(to: record.changed([JSON.Member("inventory", .null)]))
  }

  private static func put(_ path: String, _ value: JSON) throws -> JSON {
    after(try edit.replacing(RecordPath(path, in: "path"), by: value))
  }

  private static func error(_ path: String, _ value: JSON) -> String? {
    do {
      _ = try put(path, value)
      return nil
    } catch {
      return (error as? FieldError)?.reason ?? "\(error)"
    }
  }

  @Test("A value is set where it is asked for, and nothing else changes")
  func sets() throws {
    #expect(try Self.put("level", 5)["level"] == 5)
    let deep = try Self.put("game/stats/wins", 1)
    #expect(deep["game"] == ["level": 9_007_199_254_740_993, "name": "dune", "stats": ["wins": 1]])
    #expect(deep["level"] == 4)
    // A text on the way gives way; elements of a list become children under their numbers.
    #expect(try Self.put("level/now", 5)["level"] == ["now": 5])
    #expect(try Self.put("tags/2", "c")["tags"] == ["0": "a", "1": "b", "2": "c"])
    // A rule reads the same path, and an attribute of that very name before it.
    #expect(deep.attribute("game/stats/wins") == 1 && Self.record.attribute("tags/1") == "b")
    #expect(JSON.object([JSON.Member("a/b", 1)]).attribute("a/b") == 1)
  }

  @Test("Null removes, and what has no children goes with the last of them")
  func removes() throws {
    #expect(try Self.put("game/name", .null)["game"] == ["level": 9_007_199_254_740_993])
    #expect(try Self.put("game", ["level": .null, "name": [:]])["game"] == nil)
    #expect(try Self.put("none/of/these", .null) == Self.put("", .null).merging(Self.record))
    #expect(try Self.put("", .null) == [:])
    #expect(try Self.put("", ["level": 5]) == ["level": 5])
  }

  @Test("The server puts in its time, and adds to whole numbers exactly")
  func serverValues() throws {
    let timestamp: JSON = [".sv": "timestamp"]
    #expect(try Self.put("seen/at", timestamp)["seen"] == ["at": 1_700_000_000_123])
    func add(_ text: String, at path: String = "game/level") -> JSON? {
      let value: JSON = [".sv": ["increment": .number(text)]]
      return try? Self.put(path, value).value(at: path.split(separator: "/").map(String.init)[...])
    }
    #expect(add("2") == 9_007_199_254_740_995)
    #expect(add("1", at: "level") == 5 && add("0.5", at: "level") == 4.5)
    #expect(add("7", at: "new") == 7 && add("7", at: "game/name") == 7)
    #expect(add("9223372036854775807") == nil)
  }

  @Test(
    "What cannot be stored is refused with the reason",
    arguments: [
      ("a.b", "a key has none of"), ("a#b", "a key has none of"), ("a//b", "a key that is empty"),
      ("a/", "a key that is empty"), ("a\u{7}", "control characters"),
    ])
  func paths(path: String, reason: String) {
    #expect(Self.error(path, 1)?.contains(reason) == true)
  }

  @Test("So is what is too deep, or stands in the balance's place")
  func depth() throws {
    let deepest = (1...20).map { "k\($0)" }.joined(separator: "/")
    #expect(Self.error(deepest, 1) == nil)
    #expect(Self.error(deepest + "/more", 1)?.contains("deeper") == true)
    #expect(Self.error(deepest, ["more": 1])?.contains("deeper") == true)
    #expect(Self.error(deepest, [1])?.contains("deeper") == true)
    #expect(Self.error(String(repeating: "x", count: 129), 1)?.contains("longer") == true)
    #expect(Self.error("a", ["b$": 1])?.contains("none of") == true)
    #expect(Self.error("a", [".sv": "clock"])?.contains("timestamp") == true)
    #expect(Self.error("a", [".sv": "timestamp", "b": 1])?.contains("beside") == true)
    #expect(Self.error("inventory/gold", 51)?.contains("inventory") == true)
    #expect(Self.error("", ["inventory": ["gold": 51]])?.contains("inventory") == true)
    #expect(Self.error("", ["inventory": ["gold": 50]]) == nil)
    #expect(Self.error("", 5)?.contains("whole record") == true)
  }

  @Test("An update names paths, none above another")
  func updates() throws {
    func update(_ members: JSON) throws -> JSON {
      let path = try RecordPath("game", in: "path")
      return Self.after(try Self.edit.updating(path, by: members.members ?? []))
    }
    let after = try update(["a/b": 1, "name": .null])
    #expect(after["game"] == ["level": 9_007_199_254_740_993, "a": ["b": 1]])
    #expect(throws: FieldError.self) { try update(["a": 1, "a/b": 2]) }
    #expect(throws: FieldError.self) { try update(["/a": 1]) }
  }

  @Test("A fact holds what was written by its path, and can be read back")
  func facts() throws {
    let change = try Self.edit.replacing(RecordPath("game/level", in: "path"), by: 5)
    #expect(change.properties == ["game/level": 5])
    #expect(RecordChange(properties: change.properties).applied(to: [:]) == ["game": ["level": 5]])
  }
}

extension JSON {
  fileprivate func changed(_ members: [Member]) -> JSON { changed(by: .object(members)) }

  /// The members of another, but for the balance.
  fileprivate func merging(_ other: JSON) -> JSON {
    changed(by: other).changed([Member("inventory", .null)])
  }
}
