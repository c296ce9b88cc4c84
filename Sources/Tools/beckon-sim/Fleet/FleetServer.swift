import Foundation

/// One of several servers on one database, on this machine.
struct FleetServer: Sendable {
  /// As it was given.
  let url: String
  let port: Int

  /// Reads `http://127.0.0.1:PORT`; `nil` for anything else.
  init?(_ url: String) {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let port = parts.port,
      ["127.0.0.1", "localhost"].contains(parts.host), ["", "/"].contains(parts.path)
    else { return nil }
    self.url = url
    self.port = port
  }
}

/// Something that ends a run at once.
struct FleetFailure: Error, CustomStringConvertible {
  let description: String
}
