import BeckonBasics
import Foundation

/// Accepts connections and hands them to the event loops in turn, as many as are allowed at a time.
struct Acceptor: Sendable {
  let socket: ListeningSocket
  let loops: [EventLoop]
  let service: Service

  /// While connections are at their limit, or file descriptors have run out.
  private static let pauseMilliseconds = 5

  /// Accepts until the thread is stopped, then closes the port.
  func run(_ signal: BackgroundThread.StopSignal) {
    var canAccept = true
    var next = 0
    while signal.wait(
      milliseconds: canAccept ? -1 : Self.pauseMilliseconds,
      orReadable: canAccept ? socket.descriptor : -1)
    {
      canAccept = acceptWaiting(&next)
    }
    close(socket.descriptor)
  }

  /// Accepts what waits.
  /// - Returns: whether more may be accepted when it comes.
  private func acceptWaiting(_ next: inout Int) -> Bool {
    while service.occupancy.hasRoom {
      guard let accepted = AcceptedSocket(from: socket) else {
        guard errno == EMFILE || errno == ENFILE else { return true }
        service.logger.log(.warning, "no file descriptor is left for a connection")
        return false
      }
      guard service.occupancy.enter(accepted.address) else {
        close(accepted.descriptor)
        continue
      }
      loops[next % loops.count].mailbox.post(.accepted(accepted))
      next &+= 1
    }
    return false
  }
}
