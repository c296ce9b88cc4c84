extension FraudVendor {
  /// Every vendor whose protocol is spoken in the shops.
  static let all: [FraudVendor] = [.linkrunner]
}
