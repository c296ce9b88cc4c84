import BeckonBasics
import BeckonEngine
import BeckonModel

/// Notices that a proxy of the operator's own network stands in front that nobody named: everybody
/// comes from one address then, so calls are not counted by address, and matches are weak.
final class UnnamedProxy: Sendable {
  private let isThere = Locked(false)
  private let logger: Logger

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Whether a request has come through one since the server was started.
  var wasSeen: Bool { isThere.withLock { $0 } }

  /// Looks at where a request came from. The log is told once, or it would be full of it.
  func look(at address: ClientAddress) {
    guard address.isProxyUnnamed else { return }
    let isNew = isThere.withLock { isThere in
      defer { isThere = true }
      return !isThere
    }
    guard isNew else { return }
    logger.log(
      .warning,
      """
      requests come through a proxy that --trusted-proxy does not name: no limit by address holds, \
      and matches are weak at most; name it
      """,
      [JSON.Member("proxy", .string(address.text))])
  }
}
