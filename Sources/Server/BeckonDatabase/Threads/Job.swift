/// A read or write that a caller waits for.
package protocol Job: AnyObject, Sendable {
  /// Comes when nobody waits for it any more; `nil` of what is done in any case.
  var interruption: Interruption? { get }
  /// Runs the body and keeps what came of it, in place of what an earlier run gave.
  /// - Returns: whether it did not throw.
  func run(on connection: any Connection) -> Bool
  /// Keeps a failure in place of what the last run gave.
  func keep(_ error: DatabaseError)
  /// Tells the caller what the last run gave.
  func answer()
  /// Tells the caller that nothing was done.
  func fail(_ error: DatabaseError)
}
