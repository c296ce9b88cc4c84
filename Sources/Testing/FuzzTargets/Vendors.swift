extension FuzzTarget {
  /// Readers of each vendor's own forms.
  static let vendors = dynamicLinks + linkrunner + referralHero + segmentify + socialInvite
}
