import BeckonModel
import Testing

@Suite struct FieldsTests {
  enum Colour: String, CaseIterable { case red, blue }

  let fields: Fields

  init() throws {
    let body = #"""
      {"text":"héllo","empty":"","whole":7,"half":0.5,"huge":1e400,"yes":true,"none":null,
       "at":"2026-11-21T09:30:00Z","id":"per_00000000000000000000000001","colour":"blue",
       "list":["a","b"],"object":{"inner":1},"big":99999999999999999999}
      """#
    fields = try Fields(JSONReader.read(body), at: "events[3]")
  }

  @Test func goodFieldsAreRead() throws {
    #expect(try fields.string("text", max: 6) == "héllo")
    #expect(try fields.integer("whole", in: 7...7) == 7)
    #expect(try fields.double("half", in: 0...1) == 0.5)
    #expect(try fields.double("whole", in: 0...7) == 7)
    #expect(try fields.bool("yes") == true)
    #expect(try fields.instant("at") == Instant(milliseconds: 1_795_253_400_000))
    #expect(try fields.id("id", PersonID.self) == PersonID(Identifier(high: 0, low: 1)))
    #expect(try fields.choice("colour", Colour.self) == .blue)
    #expect(try fields.strings("list", max: 2, each: 1) == ["a", "b"])
    #expect(try fields.elements("list", max: 2)?.count == 2)
    #expect(try fields.object("object", maxBytes: 11) == ["inner": 1])
    #expect(try fields.require("text", fields.string("text", max: 6)) == "héllo")
  }

  @Test(arguments: ["none", "missing"])
  func nullCountsAsAbsent(_ name: String) throws {
    #expect(try fields.string(name, max: 1) == nil)
    #expect(try fields.integer(name, in: 0...1) == nil)
    #expect(try fields.double(name, in: 0...1) == nil)
    #expect(try fields.bool(name) == nil)
    #expect(try fields.instant(name) == nil)
    #expect(try fields.id(name, PersonID.self) == nil)
    #expect(try fields.choice(name, Colour.self) == nil)
    #expect(try fields.fields(name) == nil)
    #expect(try fields.strings(name, max: 1, each: 1) == nil)
    #expect(try fields.object(name, maxBytes: 1) == nil)
    #expect(fields.has("none") && !fields.has("missing"))
  }

  @Test func strings() {
    expect("events[3].whole", "must be a string") { try $0.string("whole", max: 9) }
    expect("events[3].empty", "must not be empty") { try $0.string("empty", max: 9) }
    expect("events[3].text", "is longer than 5 bytes") { try $0.string("text", max: 5) }
  }

  @Test func numbers() {
    let whole = "must be a whole number from 1 to 6"
    expect("events[3].whole", whole) { try $0.integer("whole", in: 1...6) }
    expect("events[3].half", whole) { try $0.integer("half", in: 1...6) }
    expect("events[3].big", whole) { try $0.integer("big", in: 1...6) }
    expect("events[3].text", whole) { try $0.integer("text", in: 1...6) }
    let number = "must be a number from 1.0 to 2.0"
    expect("events[3].half", number) { try $0.double("half", in: 1...2) }
    expect("events[3].huge", number) { try $0.double("huge", in: 1...2) }
    expect("events[3].yes", number) { try $0.double("yes", in: 1...2) }
  }

  @Test func words() {
    expect("events[3].text", "must be true or false") { try $0.bool("text") }
    expect("events[3].text", "must be a time such as 2026-11-21T09:30:00Z (RFC 3339)") {
      try $0.instant("text")
    }
    expect("events[3].id", "must be an id that begins with app_") {
      try $0.id("id", AppID.self)
    }
    expect("events[3].text", "must be one of red, blue") { try $0.choice("text", Colour.self) }
  }

  @Test func arraysAndObjects() {
    expect("events[3].text", "must be an array") { try $0.elements("text", max: 1) }
    expect("events[3].list", "has more than 1 elements") { try $0.elements("list", max: 1) }
    expect("events[3].list", "must hold strings of 1 to 0 bytes") {
      try $0.strings("list", max: 2, each: 0)
    }
    expect("events[3].list", "must be an object") { try $0.fields("list") }
    expect("events[3].list", "must be an object") { try $0.object("list", maxBytes: 99) }
    expect("events[3].object", "is longer than 10 bytes") {
      try $0.object("object", maxBytes: 10)
    }
    expect("events[3].object.inner", "must be a string") {
      try $0.fields("object")?.string("inner", max: 1)
    }
  }

  @Test func whatIsMissingIsNamed() {
    expect("events[3].missing", "is missing") {
      try $0.require("missing", $0.string("missing", max: 1))
    }
    let error = #expect(throws: FieldError.self) { try Fields([1]) }
    #expect(error == FieldError("", "must be an object"))
  }

  @Test func aPathBeginsWithTheFirstName() throws {
    #expect(try Fields(.object([])).path(of: "a") == "a")
  }

  private func expect(
    _ path: String, _ reason: String, _ location: SourceLocation = #_sourceLocation,
    _ read: (Fields) throws -> Any?
  ) {
    let error = #expect(throws: FieldError.self, sourceLocation: location) {
      _ = try read(fields)
    }
    #expect(error == FieldError(path, reason), sourceLocation: location)
  }
}
