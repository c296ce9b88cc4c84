import BeckonModel

extension Segmentify {
  /// Every answer but that to `SegmentifyKeyRoute`
  /// (docs/PROTOCOLS/segmentify.md, Answers). `responses` and `search` are parallel to the events
  /// of the request. A client of the vendor's calls back only if `responses` has an element, so
  /// there is always one.
  public struct Answer: Hashable, Sendable {
    /// For each event what to show.
    public var responses: [[Recommendation]]
    /// What is shown after an event, by its place, where that is written already; it stands in
    /// place of the event's `responses`.
    package var written: [Int: [JSON]] = [:]
    /// For each event what a search has found; empty where no event is a search.
    public var search: [[JSON]] = []
    /// Success, or the first error.
    public var statusCode: StatusCode
    /// What to do about the error.
    public var message: String?
    /// What became of single events, where there is something to say.
    public var notes: [Note] = []
    /// When it was answered; a refusal before the app was known does not say it.
    public let at: Instant?

    /// What one event is told.
    public struct Note: Hashable, Sendable {
      /// Which event of the request.
      public let index: Int
      /// Success where the event is stored.
      public let statusCode: StatusCode
      /// What is wrong, or what of the event was not understood.
      public let message: String

      /// Makes a note.
      public init(_ index: Int, _ statusCode: StatusCode, _ message: String) {
        self.index = index
        self.statusCode = statusCode
        self.message = message
      }
    }

    /// An answer to events.
    public init(
      _ responses: [[Recommendation]], _ statusCode: StatusCode = .success,
      message: String? = nil, at: Instant?
    ) {
      self.responses = responses.isEmpty ? [[]] : responses
      self.statusCode = statusCode
      self.message = message
      self.at = at
    }

    /// A refusal of a whole request.
    public init(_ failure: Failure, at: Instant?) {
      self.init([[]], failure.code, message: failure.message, at: at)
    }

    /// Reads an answer; `nil` when it is no object. Recommendations that cannot be read are left
    /// out.
    public init?(json: JSON) {
      guard json.members != nil else { return nil }
      let rows = json["responses"]?.elements ?? []
      let responses = rows.map { row in
        (row.elements ?? []).compactMap(Recommendation.init(json:))
      }
      let code = json["statusCode"]?.string.flatMap(StatusCode.init(word:))
      let made = json["timestamp"]?.integer.map(Instant.init(milliseconds:))
      self.init(
        responses, code ?? .serverError, message: json["message"]?.string, at: made)
      search = (json["search"]?.elements ?? []).map { $0.elements ?? [] }
      notes = (json["notes"]?.elements ?? []).compactMap(Note.init(json:))
    }

    /// The body.
    public var json: JSON {
      .object([
        "responses": .array(
          responses.enumerated().map { .array(written[$0] ?? $1.map(\.json)) }),
        "search": .array(search.map(JSON.array)), "campaigns": [], "coupons": [],
        "experiments": [], "statusCode": .string(statusCode.rawValue),
        "message": message.map(JSON.string),
        "notes": notes.isEmpty ? nil : .array(notes.map(\.json)),
        "timestamp": at.map { .integer($0.milliseconds) },
      ])
    }
  }
}

extension Segmentify.Answer.Note {
  /// Reads a note; `nil` when it is none.
  init?(json: JSON) {
    guard let index = json["event"]?.integer.flatMap({ Int(exactly: $0) }),
      let code = json["statusCode"]?.string.flatMap(Segmentify.StatusCode.init(word:))
    else { return nil }
    self.init(index, code, json["message"]?.string ?? "")
  }

  var json: JSON {
    [
      "event": .integer(index), "statusCode": .string(statusCode.rawValue),
      "message": .string(message),
    ]
  }
}
