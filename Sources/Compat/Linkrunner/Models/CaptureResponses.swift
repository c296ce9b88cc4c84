/// An answer to a payment. The vendor declares it and no method returns it.
public struct CapturePaymentResponse: Codable, Sendable {
  /// Whether it was taken.
  public let success: Bool
  /// For people.
  public let message: String
  /// More.
  public let data: String?
}

/// An answer to an event. The vendor declares it and no method returns it.
public struct CaptureEventResponse: Codable, Sendable {
  /// Whether it was taken.
  public let success: Bool
  /// For people.
  public let message: String
  /// More.
  public let data: String?
}
