extension KnownCircle {
  /// The circles that are left. Who opens one strikes it out.
  static let all: [KnownCircle] = [
    KnownCircle(
      place: "Sources/Server/BeckonStore", folders: ["Features", "Tenant", "Webhooks"],
      reason: """
        An app in force carries the forms of webhooks that the program knows, and a form makes its
        body in the transaction of such an app. Forms that load what they tell before they write it
        would open it.
        """),
    KnownCircle(
      place: "Sources/Tools/beckon-sim",
      folders: ["Fraud", "Fraud/Audit", "Fraud/Honest", "Fraud/Thieves"],
      reason: """
        The town of the fraud simulation plays its people and thieves in turn, and they look round
        in the town.
        """),
  ]
}
