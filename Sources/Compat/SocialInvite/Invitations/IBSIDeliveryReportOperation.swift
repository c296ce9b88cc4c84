import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import Foundation

/// Asks how far the invitations of a person have come, again and again, until nothing more is to be
/// heard of them.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class IBSIDeliveryReportOperation: NSObject, Sendable {
  private struct State {
    weak var delegate: (any IBSIDeliveryReportDelegate)?
    var repeatings = 1
    var pauseSeconds = SocialInvite.Polling.pauseSeconds
    var task: Task<Void, Never>?
  }

  /// Whose invitations.
  public let person: IBSIPerson
  /// Where the app shows them, as it has told.
  public let indexPath: IndexPath?
  private let state: Locked<State>

  /// Who is told. It is not kept alive.
  public var delegate: (any IBSIDeliveryReportDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// How often it is asked at most; at least once.
  public var numberOfRepeatings: Int {
    get { state.withLock { $0.repeatings } }
    set { state.withLock { $0.repeatings = max(1, newValue) } }
  }

  /// How long it waits before it asks again, in seconds.
  public var pauseInSeconds: Int {
    get { state.withLock { $0.pauseSeconds } }
    set { state.withLock { $0.pauseSeconds = max(1, newValue) } }
  }

  /// Makes one that asks once.
  public convenience init(
    person: IBSIPerson, delegate: (any IBSIDeliveryReportDelegate)?
  ) {
    self.init(person: person, atIndexPath: nil, delegate: delegate)
  }

  /// The same, with the place where the app shows the person.
  public init(
    person: IBSIPerson, atIndexPath indexPath: IndexPath?,
    delegate: (any IBSIDeliveryReportDelegate)?
  ) {
    self.person = person
    self.indexPath = indexPath
    state = Locked(State(delegate: delegate))
    super.init()
  }

  /// Begins to ask. The delegate is told of each change, and when it is over.
  public func start() {
    let task = Task { await run() }
    state.withLock { state in
      state.task?.cancel()
      state.task = task
    }
  }

  /// Stops asking. The delegate is told that it is over.
  public func cancel() { state.withLock { $0.task }?.cancel() }

  private func run() async {
    let session = person.session
    let (repeatings, pauseSeconds) = (numberOfRepeatings, pauseInSeconds)
    for turn in 1...repeatings {
      person.updateDeliveryStatus()
      guard !person.inTerminalState() else { break }
      if turn > 1 {
        let pauseMilliseconds = Int64(pauseSeconds) * Span.secondMilliseconds
        guard (try? await session.surroundings.sleep(pauseMilliseconds)) != nil else { break }
      }
      let before = person.statuses
      for bulk in person.pendingBulkIDs { await session.refresh(bulk) }
      person.updateDeliveryStatus()
      if person.statuses != before { await tellChange() }
      if Task.isCancelled { break }
    }
    await tellEnd()
  }

  @MainActor private func tellChange() { delegate?.deliveryStatusDidChanged(self) }

  @MainActor private func tellEnd() { delegate?.deliveryFetchDidFinish(self) }
}

/// Is told, on the main queue, what an operation hears.
#if canImport(ObjectiveC)
  @objc
#endif
@MainActor public protocol IBSIDeliveryReportDelegate: AnyObject, Sendable {
  /// It asks no more: all is known, or it has asked as often as it may.
  func deliveryFetchDidFinish(_ deliveryReport: IBSIDeliveryReportOperation)
  /// Something is known that was not.
  func deliveryStatusDidChanged(_ deliveryReport: IBSIDeliveryReportOperation)
}
