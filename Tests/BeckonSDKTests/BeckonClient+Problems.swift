import BeckonSDK

extension BeckonClient {
  /// The first problem that nobody has listened to.
  func firstProblem() async -> BeckonProblem? {
    for await problem in problems { return problem }
    return nil
  }
}
