/// The event thread that has read a request, for a handler that does together what one turn of the
/// thread brings: all that has come by then is read, then the turn ends.
public struct EventThread: Sendable {
  let loop: EventLoop

  /// What `owner` keeps on this thread, made when it is first asked for. On this thread only. The
  /// thread keeps it to its own end; `owner` must live as long.
  public func kept<Value: AnyObject>(for owner: AnyObject, _ make: () -> Value) -> Value {
    if let known = loop.kept[ObjectIdentifier(owner)] as? Value { return known }
    let made = make()
    loop.kept[ObjectIdentifier(owner)] = made
    return made
  }

  /// Does something at the end of this turn. On this thread only.
  public func atEndOfTurn(_ work: @escaping () -> Void) { loop.atEndOfTurn(work) }

  /// Does something on this thread, in its next turn. From any thread.
  /// - Returns: `false` when the thread has ended, and then nothing is done.
  public func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    loop.mailbox.post(.work(work))
  }
}

extension Responder {
  /// The thread that has read the request.
  public var thread: EventThread { EventThread(loop: loop) }
}
