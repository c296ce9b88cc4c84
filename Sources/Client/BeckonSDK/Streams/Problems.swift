import Foundation

/// Where problems go: to the stream, and to the log while the app is being developed.
final class Problems: Sendable {
  /// Most problems that wait for a listener; then the oldest goes.
  private static let waitingMax = 100

  private let inbox = Inbox<BeckonProblem>(capacity: waitingMax)
  private let isDebugging: Bool

  init(isDebugging: Bool) { self.isDebugging = isDebugging }

  var stream: AsyncStream<BeckonProblem> { inbox.stream }

  func tell(_ problem: BeckonProblem) {
    if isDebugging { NSLog("%@", "Beckon: \(problem)") }
    inbox.put(problem)
  }

  /// Tells of drops, save what the server itself refused: of that the app is told one by one.
  @Sendable func tellDropped(_ count: Int, _ reason: DropReason) {
    guard reason != .refused, reason != .tooLarge else { return }
    tell(.eventsDropped(count: count, reason))
  }

  func close() { inbox.close() }
}
