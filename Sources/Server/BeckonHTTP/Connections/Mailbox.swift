import BeckonBasics

/// Messages from any thread to one that also waits for sockets, in the order in which they came.
final class Mailbox<Message: Sendable>: Sendable {
  private struct Content {
    var messages: [Message] = []
    /// The reader waits, or is about to, and must be woken.
    var isReaderWaiting = false
    var isClosed = false
  }

  private let content = Locked(Content())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: lets the reader return from its wait, or from the one that it is about to
  ///   begin. Called on any thread.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Adds a message.
  /// - Returns: `false` after `close`; then it is dropped.
  @discardableResult
  func post(_ message: Message) -> Bool {
    let (isTaken, mustWake) = content.withLock { content in
      guard !content.isClosed else { return (false, false) }
      content.messages.append(message)
      defer { content.isReaderWaiting = false }
      return (true, content.isReaderWaiting)
    }
    if mustWake { wake() }
    return isTaken
  }

  /// - Returns: whether the reader may wait: there is no mail, and from now on mail wakes it.
  func isAboutToWait() -> Bool {
    content.withLock { content in
      content.isReaderWaiting = content.messages.isEmpty
      return content.isReaderWaiting
    }
  }

  /// Moves all mail to `messages`, which must be empty.
  func take(_ messages: inout [Message]) {
    content.withLock { content in
      swap(&content.messages, &messages)
      content.isReaderWaiting = false
    }
  }

  /// Drops what still comes.
  /// - Returns: what is there.
  func close() -> [Message] {
    content.withLock { content in
      content.isClosed = true
      defer { content.messages = [] }
      return content.messages
    }
  }
}
