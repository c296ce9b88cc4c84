import BeckonModel

extension Linkrunner {
  /// The form of every answer but that to `init`: `{"msg", "status", "data"}`. Errors have it too.
  public struct Answer: Hashable, Sendable {
    /// For people.
    public let message: String
    /// The HTTP status again. The client for iOS takes an answer to `integrations` without it for a
    /// failure.
    public let status: Int64
    /// What was asked for, or a `ConversionValue`.
    public let data: JSON?

    /// Makes an answer.
    public init(message: String, status: Int64, data: JSON? = nil) {
      self.message = message
      self.status = status
      self.data = data
    }

    /// Reads an answer; a member that is missing or of another type reads as empty.
    /// - Throws: never for an object.
    public init(_ fields: Fields) throws(FieldError) {
      message = fields.value("msg")?.string ?? ""
      status = fields.value("status")?.integer ?? 0
      data = fields.value("data")
    }

    /// The body.
    public var json: JSON {
      .object(["msg": .string(message), "status": .integer(status), "data": data])
    }
  }

  /// The answer to `init`, with status 202.
  public struct InstallAccepted: Hashable, Sendable {
    /// Id of the work that was taken on; no client reads it.
    public let processingID: String

    /// Makes an answer.
    public init(processingID: String) {
      self.processingID = processingID
    }

    /// Reads an answer.
    /// - Throws: `FieldError` when it says nothing of success.
    public init(_ fields: Fields) throws(FieldError) {
      guard try fields.bool("success") == true else {
        throw fields.error("success", "must be true")
      }
      processingID = fields.value("processing_id")?.string ?? ""
    }

    /// The body.
    public var json: JSON {
      [
        "processing_id": .string(processingID), "status": "accepted",
        "message": "Install event accepted for processing", "success": true,
      ]
    }
  }

  /// What Apple's ad frameworks are told of an install: in `data` of an answer to `trigger`,
  /// `capture-event`, `capture-payment`, `handle-deeplink`, and in the REST client's `init`.
  public struct ConversionValue: Hashable, Sendable {
    /// The six bits of SKAdNetwork.
    public static let range: ClosedRange<Int64> = 0...63

    /// The fine value, in `range`.
    public let fine: Int64
    /// `low`, `medium` or `high`.
    public let coarse: String?
    /// Whether the postback goes out now and no value can come after it.
    public let locks: Bool

    /// Makes a value.
    public init(fine: Int64, coarse: String? = nil, locks: Bool = false) {
      self.fine = fine
      self.coarse = coarse
      self.locks = locks
    }

    /// Reads the fields of `data`.
    /// - Throws: `FieldError` when there is no fine value in the range.
    public init(_ fields: Fields) throws(FieldError) {
      fine = try fields.require(
        "fine_conversion_value", fields.integer("fine_conversion_value", in: Self.range))
      coarse = fields.value("coarse_conversion_value")?.string
      locks = fields.value("lock_postback")?.bool ?? false
    }

    /// The members for `data`.
    public var json: JSON {
      .object([
        "fine_conversion_value": .integer(fine),
        "coarse_conversion_value": coarse.map(JSON.string), "lock_postback": .bool(locks),
      ])
    }
  }
}
