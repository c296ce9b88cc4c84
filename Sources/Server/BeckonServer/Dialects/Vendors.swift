extension VendorInterface {
  /// Every vendor whose protocol the server speaks. A new one is added here and nowhere else.
  static let all: [VendorInterface] = [
    .dynamicLinks, .linkrunner, .referralHero, .segmentify, .socialInvite,
  ]
}
