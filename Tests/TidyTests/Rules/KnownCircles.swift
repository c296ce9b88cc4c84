extension KnownCircle {
  /// The circles that are left. Who opens one strikes it out.
  static let all: [KnownCircle] = [
    KnownCircle(
      place: "Sources/Tools/beckon-sim",
      folders: ["Fraud", "Fraud/Audit", "Fraud/Honest", "Fraud/Thieves"],
      reason: """
        The town of the fraud simulation plays its people and thieves in turn, and they look round
        in the town.
        """)
  ]
}
