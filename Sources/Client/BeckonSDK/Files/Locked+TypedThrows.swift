import BeckonBasics

extension Locked {
  /// `withLock` for what throws errors of one kind.
  func attempt<Success, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let result = withLock { value -> Result<Success, Failure> in
      do throws(Failure) {
        return .success(try body(&value))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
