/// Why a server did not start.
public enum HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another program listens there.
  case portInUse(host: String, port: Int)
  /// The host is no address of this machine, or the port no port.
  case badAddress(host: String, port: Int, reason: String)
  /// The system refused, for this reason.
  case cannotStart(reason: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) of \(host) is in use. Stop the other program or choose another port; 0 picks one."
    case .badAddress(let host, let port, let reason):
      "Cannot listen on \(host), port \(port): \(reason). Use an address of this machine, such as "
        + "127.0.0.1, 0.0.0.0 or ::, and a port from 0 to 65535."
    case .cannotStart(let reason):
      "The HTTP server cannot start: \(reason). Check the limits on open files and threads."
    }
  }
}
