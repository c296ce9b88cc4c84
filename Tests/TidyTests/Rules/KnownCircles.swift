extension KnownCircle {
  /// The circles that are left. Who opens one strikes it out.
  static let all: [KnownCircle] = [
    KnownCircle(
      place: "Sources/Server/BeckonStore", folders: ["Attribution", "Links", "Webhooks"],
      reason: """
        The outbox stands beside the webhooks' forms, one of which looks up what led to an install.
        """),
    KnownCircle(
      place: "Sources/Client/BeckonSDK",
      folders: ["", "Identity", "Links", "Queue", "Transport", "Upload"],
      reason: "The SDK's errors and options stand beside the type that holds all of it."),
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
