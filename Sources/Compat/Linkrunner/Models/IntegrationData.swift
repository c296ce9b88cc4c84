/// Ids of the install in other services.
public struct IntegrationData: Sendable {
  /// Id in CleverTap.
  public let clevertapId: String?

  /// Makes the data.
  public init(clevertapId: String? = nil) {
    self.clevertapId = clevertapId
  }
}
