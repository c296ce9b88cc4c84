import BeckonModel

extension SocialInvite {
  /// An app with what a client is initialised by. The vendor's own answer is known to nobody here;
  /// names are those that its other answers have.
  public struct ApplicationAnswer: Hashable, Sendable {
    /// What the paths of messages name.
    public let applicationKey: String
    /// What people call the app.
    public let name: String
    /// The key of what invitations say where no other message is named.
    public let defaultMessageKey: String

    /// Makes an answer.
    public init(applicationKey: String, name: String, defaultMessageKey: String) {
      self.applicationKey = applicationKey
      self.name = name
      self.defaultMessageKey = defaultMessageKey
    }

    /// The body: a list, of one app, since a key has one.
    public var json: JSON {
      [
        "clientMobileApplications": [
          [
            "clientMobileApplicationKey": .string(applicationKey), "name": .string(name),
            "defaultMessageKey": .string(defaultMessageKey),
          ]
        ]
      ]
    }
  }
}
