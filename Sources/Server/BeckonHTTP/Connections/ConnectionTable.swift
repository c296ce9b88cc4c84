import BeckonBasics

/// The open connections.
final class ConnectionTable: Sendable {
  private struct Content {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Accepted, but not yet known to their event thread.
    var expected = 0
    var isDraining = false
  }

  private let content = Locked(Content())

  /// Makes room for one that is about to be accepted.
  /// - Returns: whether there is room.
  func expect(upTo max: Int) -> Bool {
    content.withLock {
      guard $0.connections.count + $0.expected < max else { return false }
      $0.expected += 1
      return true
    }
  }

  /// The one that was expected does not come.
  func expectNoMore() { content.withLock { $0.expected -= 1 } }

  /// Adds one that was expected; while the server drains, it is closed again.
  func add(_ connection: Connection) {
    let isDraining = content.withLock {
      $0.expected -= 1
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
