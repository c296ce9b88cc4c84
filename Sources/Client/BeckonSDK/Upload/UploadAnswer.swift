import BeckonContract
import BeckonModel

/// What an answer to a batch means.
struct UploadAnswer: Sendable {
  private(set) var outcome: UploadPolicy.Outcome
  /// Receipts of the events that the server did not want.
  private(set) var rejected: [IngestEvents.Receipt] = []
  /// Receipts of events that were stored with a warning.
  private(set) var doubtful: [IngestEvents.Receipt] = []
  /// What a durable request was answered.
  private(set) var json: JSON?
  /// A vendor's refusal of a durable request, whole.
  private(set) var refusal: TransportResponse?
  /// Why it was not taken.
  private(set) var error: BeckonError?

  /// Reads the answer to a batch of events with these ids. Only a receipt for each counts as
  /// delivered: a network that wants a log-in answers 200 to anything.
  init(_ response: TransportResponse, ids: [String], now: Instant) {
    if (200..<300).contains(response.status) {
      guard let receipts = Self.receipts(response.body, ids: ids) else {
        self.init(failed: .unexpectedAnswer("status \(response.status) without receipts"))
        return
      }
      self.init(outcome: .delivered)
      rejected = receipts.filter { $0.status == .rejected }
      doubtful = receipts.filter { !$0.warnings.isEmpty }
      return
    }
    let error = BeckonError(response, now: now) ?? .unexpectedAnswer("no status")
    self.init(failed: error)
    switch (response.status, error) {
    case (413, _): outcome = .tooLarge(events: ids.count)
    case (401, _), (403, _), (404, _), (405, _), (410, _), (300..<400, _): outcome = .paused
    case (_, .refused(let code, _)) where ErrorCode(word: code)?.isAboutTheBody == true:
      outcome = .refused(events: ids.count)
    default: outcome = .failed(retryAfterMilliseconds: Self.asked(response, now))
    }
  }

  /// Reads the answer to a durable request.
  init(request response: TransportResponse, now: Instant) {
    if (200..<300).contains(response.status) {
      guard let json = try? ServerConnection.json(response) else {
        self.init(failed: .unexpectedAnswer("status \(response.status) and no JSON"))
        return
      }
      self.init(outcome: .delivered)
      self.json = json
      return
    }
    let error = BeckonError(response, now: now) ?? .unexpectedAnswer("no status")
    self.init(failed: error)
    switch error {
    case .refused: outcome = .refused(events: 1)
    case .unauthorized: outcome = .paused
    case .unexpectedAnswer where response.status == 413: outcome = .tooLarge(events: 1)
    case .unexpectedAnswer where (300..<500).contains(response.status): outcome = .paused
    default: outcome = .failed(retryAfterMilliseconds: Self.asked(response, now))
    }
  }

  /// Reads the answer to a durable request in a vendor's dialect. What the vendor's own words
  /// refuse is refused for ever; a page of someone else's is a network or a URL that may get well.
  /// - Parameter refusal: why the vendor's face wants a call to wait that was answered with
  ///   success.
  init(vendor response: TransportResponse, now: Instant, refusal reason: (JSON) -> String?) {
    self.init(request: response, now: now)
    if outcome == .delivered, let json, let reason = reason(json) {
      self.init(waiting: .unauthorized(reason))
      return
    }
    switch response.status {
    case 401, 403: outcome = .paused
    case 408, 413, 425, 429: break
    case 400..<500:
      let body = try? JSONReader.read(response.body)
      outcome = body?.members == nil ? .paused : .refused(events: 1)
    default: break
    }
    if outcome == .refused(events: 1) || outcome == .tooLarge(events: 1) { refusal = response }
  }

  /// There was no answer.
  init(failed error: BeckonError) {
    self.init(outcome: .failed(retryAfterMilliseconds: nil), error: error)
  }

  /// It was refused, for a reason that may pass.
  init(waiting error: BeckonError) {
    self.init(outcome: .paused, error: error)
  }

  private init(outcome: UploadPolicy.Outcome, error: BeckonError? = nil) {
    self.outcome = outcome
    self.error = error
  }

  private static func asked(_ response: TransportResponse, _ now: Instant) -> Int64? {
    ServerDate.retryAfterMilliseconds(response.headers["retry-after"], now: now)
  }

  /// The receipts, if there is one for each id.
  private static func receipts(_ body: [UInt8], ids: [String]) -> [IngestEvents.Receipt]? {
    guard let elements = (try? JSONReader.read(body))?["receipts"]?.elements else { return nil }
    let receipts = elements.compactMap { element in
      (try? Fields(element)).flatMap { try? IngestEvents.Receipt($0) }
    }
    return Set(ids).isSubset(of: receipts.map(\.id)) ? receipts : nil
  }
}

extension ErrorCode {
  /// Whether the same body gets the same answer for ever.
  var isAboutTheBody: Bool {
    switch self {
    case .malformedJSON, .malformedRequest, .invalidField: true
    default: false
    }
  }
}

extension UploadAnswer {
  /// What became of a request that was delivered or refused.
  func outcome(of request: DurableRequest) -> Result<DurableOutcome, BeckonError> {
    if let refusal { return .success(.refused(refusal)) }
    return error.map { .failure($0) } ?? .success(.delivered(json ?? .null))
  }
}
