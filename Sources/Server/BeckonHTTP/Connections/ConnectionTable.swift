import BeckonBasics

/// The open connections.
final class ConnectionTable: Sendable {
  private struct Content {
    var connections: [ObjectIdentifier: Connection] = [:]
    var isDraining = false
  }

  private let content = Locked(Content())

  /// Adds one; while the server drains, it is closed again.
  func add(_ connection: Connection) {
    let isDraining = content.withLock {
      $0.connections[ObjectIdentifier(connection)] = connection
      return $0.isDraining
    }
    if isDraining { connection.drain() }
  }

  /// Forgets one.
  func remove(_ connection: Connection) {
    content.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// Those that are open now.
  var all: [Connection] { content.withLock { Array($0.connections.values) } }

  /// How many are open now.
  var count: Int { content.withLock { $0.connections.count } }

  /// Closes each as soon as its request is answered, and later ones too.
  func drain() {
    content.withLock { content in
      content.isDraining = true
      for connection in content.connections.values { connection.drain() }
    }
  }
}
