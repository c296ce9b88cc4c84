import BeckonModel

extension Fields {
  /// What somebody says of being written to, by channel: `{"mail": true}`.
  func contactConsent(_ name: String) throws(FieldError) -> [ContactChannel: Bool] {
    guard let fields = try fields(name) else { return [:] }
    try fields.allow(only: ContactChannel.allCases.map(\.rawValue))
    var said: [ContactChannel: Bool] = [:]
    for channel in ContactChannel.allCases { said[channel] = try fields.bool(channel.rawValue) }
    return said
  }
}

extension JSON {
  /// What somebody says of being written to; `nil` when they say nothing.
  init?(said: [ContactChannel: Bool]) {
    let members = ContactChannel.allCases.compactMap { channel in
      said[channel].map { JSON.Member(channel.rawValue, .bool($0)) }
    }
    guard !members.isEmpty else { return nil }
    self = .object(members)
  }
}
