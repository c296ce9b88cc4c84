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
      place: "Sources/Tools/beckon", folders: ["", "Demo"],
      reason: "The demo writes to the terminal as the commands do, and is one of them."),
    KnownCircle(
      place: "Sources/Tools/beckon-sim",
      folders: [
        "", "Attribution", "Crash", "Fleet", "Fraud", "Fraud/Audit", "Fraud/Honest",
        "Fraud/Thieves", "SDKKill",
      ],
      reason: "What all simulations share stands beside the program that starts them."),
  ]
}
