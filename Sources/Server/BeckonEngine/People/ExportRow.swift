import BeckonModel

/// One row of a list, by which those behind it are found.
public struct ExportRow: Sendable {
  /// Tells it from all others of its list, in their order.
  public let key: String
  /// What it says.
  public let json: JSON
  /// A last member that is stored as JSON and stays as it is.
  private let stored: (name: String, text: String)?

  /// Makes a row.
  public init(key: String, json: JSON, stored: (name: String, text: String)? = nil) {
    self.key = key
    self.json = json
    self.stored = stored
  }

  /// Writes it.
  public func write(to bytes: inout [UInt8]) {
    guard let stored else {
      bytes += json.bytes
      return
    }
    bytes += json.bytes.dropLast()
    bytes += Array(",\"\(stored.name)\":".utf8)
    bytes += Array(stored.text.utf8)
    bytes.append(UInt8(ascii: "}"))
  }
}
