/// What clients may send by text message that do not say who invites: those of other services that
/// an app ships as they are. Whoever reads the app's key out of the app can do the same, so it is
/// off, and little, until the app's server says otherwise.
public struct UnnamedInviteSettings: Hashable, Sendable {
  /// What the API calls the setting. Elsewhere it is named after what it is about.
  public static let name = "social_invites"

  /// Whether such clients may send at all.
  public var isAllowed = false
  /// Invitations of all of them in any 24 hours.
  public var perDay: Int64 = 100
  /// The same of those that come from one address, and of one install.
  public var perAddressDay: Int64 = 10

  /// They may not send.
  public init() {}

  /// With those members changed that stand in `fields`.
  init(_ old: UnnamedInviteSettings, changedBy fields: Fields) throws(FieldError) {
    let (allowed, day, address) = ("unmodified_clients", "per_day", "per_address_day")
    try fields.allow(only: [allowed, day, address])
    let usual = UnnamedInviteSettings()
    self = old
    if fields.has(allowed) { isAllowed = try fields.bool(allowed) ?? usual.isAllowed }
    if fields.has(day) {
      perDay = try fields.integer(day, in: Limits.invitesPerDay) ?? usual.perDay
    }
    if fields.has(address) {
      perAddressDay = try fields.integer(address, in: Limits.invitesPerDay) ?? usual.perAddressDay
    }
  }

  var json: JSON {
    [
      "unmodified_clients": .bool(isAllowed), "per_day": .integer(perDay),
      "per_address_day": .integer(perAddressDay),
    ]
  }
}
