import BeckonBasics
import BeckonContract
import BeckonContractSegmentify
import BeckonModel
import BeckonSDK

/// What comes back.
extension SegmentifySession {
  /// How the client shows whose calls these are, and hears what became of them: events, and what is
  /// told of notifications.
  var faces: [VendorFace] {
    ["/add/events/", "/native/"].enumerated().map { index, prefix in
      var face = VendorFace(pathPrefix: prefix)
      if index == 0 {
        face.body = { [weak self] body in
          let key = self?.target?.key ?? ""
          return .object([JSON.Member(Segmentify.keyName, .string(key))] + (body.members ?? []))
        }
      }
      face.headers = { [weak self] _ in self?.headers ?? [:] }
      face.refusal = { Self.refusal($0) }
      face.onSettled = { [weak self] request, result in self?.settled(request, result) }
      face.onPaused = { [weak self] _, error in self?.log("calls wait: \(error)") }
      return face
    }
  }

  /// The key goes in the vendor's header and not in the path, which logs keep.
  private var headers: [String: String] {
    var headers = [Segmentify.keyHeader: target?.key ?? ""]
    let domain = configuration.domain
    if !domain.isEmpty { headers[Segmentify.originHeader] = domain }
    return headers
  }

  /// Why a call waits: what is wrong with key, account or domain can be put right, here or on the
  /// server.
  static func refusal(_ json: JSON) -> String? {
    guard let word = json["statusCode"]?.string else { return nil }
    switch Segmentify.StatusCode(word: word) {
    case .noKey, .noAccount, .unverifiedAccount, .failedAccount, .domainMismatch:
      return [word, json["message"]?.string].compactMap(\.self).joined(separator: ": ")
    default: return nil
    }
  }

  /// A call has left the queue.
  private func settled(
    _ request: DurableRequest, _ result: Result<DurableOutcome, BeckonError>
  ) {
    switch result {
    case .success(.delivered(let json)):
      guard let answer = Segmentify.Answer(json: json) else {
        return end(request.key, .missed("The answer is none of the vendor's."))
      }
      for line in Self.complaints(answer) { log("\(request.path): \(line)") }
      end(request.key, .answered(answer))
    case .success(.refused(let response)):
      log("\(request.path) was refused with \(response.status) and is given up.")
      end(request.key, .missed("The server refused it with \(response.status)."))
    case .success(.queued): break
    case .failure(let error):
      log("\(request.path) is given up: \(error)")
      end(request.key, .missed(error.description))
    }
  }

  private static func complaints(_ answer: Segmentify.Answer) -> [String] {
    guard answer.notes.isEmpty else { return answer.notes.map(\.message) }
    guard answer.statusCode != .success else { return [] }
    return [answer.statusCode.rawValue + (answer.message.map { ": " + $0 } ?? "")]
  }

  /// Tells whoever waits for a fact's answer, if nobody has told them yet.
  func end(_ key: String, _ outcome: Outcome) {
    state.withLock { $0.listeners.removeValue(forKey: key) }?(outcome)
  }
}

extension SegmentifySession.Outcome {
  /// The answer, if there is one.
  var answer: Segmentify.Answer? {
    if case .answered(let answer) = self { answer } else { nil }
  }

  /// Why there is nothing to show; `nil` when the server has looked.
  var errorString: String? {
    switch self {
    case .missed(let reason): reason
    case .answered(let answer):
      answer.statusCode == .success ? nil : answer.message ?? answer.statusCode.rawValue
    }
  }
}
