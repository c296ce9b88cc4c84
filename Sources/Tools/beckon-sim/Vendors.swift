extension FraudVendor {
  /// Every vendor whose protocol is spoken in the shops.
  static let all: [FraudVendor] = [.dynamicLinks, .linkrunner, .referralHero, .segmentify]
}

extension VendorDay {
  /// Every vendor whose clients' day is played.
  static let all: [VendorDay] = [.dynamicLinks, .linkrunner, .referralHero, .segmentify]
}
