/// Who may write a part of people's records. Of several rules the one with the most keys decides;
/// `*` stands for any one key.
public struct RecordRule: Hashable, Sendable {
  /// What it is about, with all below: `game/*/score`; empty for the whole record.
  public let path: String
  /// Who may write it.
  public let writer: RecordWriter
  /// What a client may write there.
  public let type: RecordType

  /// Makes a rule.
  public init(path: String, writer: RecordWriter, type: RecordType = .any) {
    self.path = path
    self.writer = writer
    self.type = type
  }

  /// Most rules of an app.
  public static let countMax = 100

  /// The keys of the path.
  public var keys: [String] { path.isEmpty ? [] : path.split(on: "/", keepsEmpty: true) }
}

/// Who may write.
public enum RecordWriter: String, CaseIterable, Sendable {
  /// The person, with their token and a publishable key; and the app's server.
  case client
  /// The app's server alone.
  case server
}

/// What kind of value may be written.
public enum RecordType: String, CaseIterable, Sendable {
  /// A text.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// An object, with anything in it.
  case object
  /// Any value.
  case any
}

extension RecordRule {
  /// Reads a rule of the app's settings.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    try fields.allow(only: ["path", "write", "type"])
    let given = fields.value("path")
    // The empty text is a path, so this is not read as other strings are.
    guard let path = given?.string, path.utf8.count <= RecordPath.textBytes else {
      throw fields.error(
        "path", "must be a path such as game/level, of at most \(RecordPath.textBytes) bytes")
    }
    _ = try RecordPath(path, in: fields.path(of: "path"))
    self.path = path
    writer = try fields.require("write", fields.choice("write", RecordWriter.self))
    type = try fields.choice("type", RecordType.self) ?? .any
  }

  /// The rule as it is stored and shown.
  public var json: JSON {
    [
      "path": .string(path), "write": .string(writer.rawValue), "type": .string(type.rawValue),
    ]
  }
}
