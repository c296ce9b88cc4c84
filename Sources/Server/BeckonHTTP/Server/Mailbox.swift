import BeckonBasics
import Foundation

/// Messages from any thread to one that also waits for sockets, in the order in which they came.
final class Mailbox<Message: Sendable>: Sendable {
  private struct Content {
    var messages: [Message] = []
    /// The reader waits, or is about to, and must be woken.
    var isReaderWaiting = false
    var isClosed = false
  }

  /// Becomes readable when the reader, which waits for it, has mail.
  let readableDescriptor: Int32
  private let wakingDescriptor: Int32
  private let content = Locked(Content())

  /// `nil` when the system gives no pipe.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readableDescriptor, wakingDescriptor) = (ends[0], ends[1])
  }

  deinit {
    Foundation.close(readableDescriptor)
    Foundation.close(wakingDescriptor)
  }

  /// Adds a message. After `close` it is dropped.
  func post(_ message: Message) {
    let mustWake = content.withLock { content in
      guard !content.isClosed else { return false }
      content.messages.append(message)
      defer { content.isReaderWaiting = false }
      return content.isReaderWaiting
    }
    guard mustWake else { return }
    var byte: UInt8 = 0
    _ = write(wakingDescriptor, &byte, 1)
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
    let wasWoken = content.withLock { content in
      swap(&content.messages, &messages)
      defer { content.isReaderWaiting = false }
      return !content.isReaderWaiting
    }
    guard wasWoken else { return }
    var bytes: UInt64 = 0
    _ = read(readableDescriptor, &bytes, MemoryLayout<UInt64>.size)
  }

  /// Drops what is there and what still comes.
  func close() {
    content.withLock { content in
      content.isClosed = true
      content.messages = []
    }
  }
}
