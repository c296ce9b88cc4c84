/// A request read from bytes that come in pieces, as a connection reads it. For those who try the
/// reader out.
package struct Reading: Equatable {
  /// The request after the last piece.
  package let end: IncomingRequest
  /// Bytes that were taken.
  package let used: Int

  /// Reads bytes that were cut at these places, in order.
  package init(
    _ bytes: [UInt8], cuts: [Int] = [],
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration()
  ) {
    var request = IncomingRequest(RequestLimits(configuration))
    var used = 0
    for end in cuts + [bytes.count] {
      var stage: IncomingRequest.Stage
      var count: Int
      repeat {
        stage = request.stage
        count = bytes[min(used, end)..<end].withUnsafeBufferPointer { request.read($0) }
        used += count
      } while count > 0 || stage != request.stage
    }
    (self.end, self.used) = (request, used)
  }

  /// The request, if it is complete and nothing is wrong with it.
  package var request: HTTPRequest? {
    guard end.stage == .complete, end.failure == nil, let method = end.method,
      let target = end.target
    else { return nil }
    return HTTPRequest(
      method: method, target: target, headers: end.headers, body: end.body, peerAddress: "")
  }

  /// Whether both mean the same.
  package static func == (left: Reading, right: Reading) -> Bool {
    left.used == right.used && left.end.stage == right.end.stage
      && left.end.failure == right.end.failure && left.end.method == right.end.method
      && left.end.framing == right.end.framing && left.end.body == right.end.body
      && left.end.headers == right.end.headers
  }
}
