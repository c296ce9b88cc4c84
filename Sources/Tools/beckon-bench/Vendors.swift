extension Program.Benchmark {
  /// What is measured of each vendor's protocol.
  static let vendors = dynamicLinks + linkrunner + referralHero + segmentify
}
