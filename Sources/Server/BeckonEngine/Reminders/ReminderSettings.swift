import BeckonModel

/// What the operator of a reminder has set.
public struct ReminderSettings: Hashable, Sendable {
  /// What people call it.
  public var name: String
  /// Why people are reminded. It cannot be changed.
  public let cause: ReminderCause
  /// By what, the one that is liked best first.
  public var channels: [ReminderChannel]
  /// Minutes of silence, or between the fall of a price and the reminder.
  public var delayMinutes: Int64
  /// How far a price must have fallen; `nil` for any.
  public var smallestDrop: SmallestDrop?
  /// What it says, by language; the first where there is none in the person's.
  public var texts: [ReminderText]
  /// Of a hundred people so many are told nothing, so that one can compare.
  public var holdOutPercent: Int64 = 0
  /// Whether all is decided, and nothing sent.
  public var isTest = false
  /// Whether it reminds.
  public var state = ReminderState.active

  /// The members of a body, as they are read and written.
  static let names = [
    "name", "cause", "channels", "delay_minutes", "smallest_drop", "texts", "hold_out_percent",
    "test_mode", "state",
  ]

  /// Minutes where nothing is said.
  private static func usualDelay(_ cause: ReminderCause) -> Int64 {
    cause == .abandonedBasket ? 60 : 0
  }

  /// Reads the settings of a new reminder, or stored ones.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    try fields.allow(only: Self.names)
    name = try fields.require("name", fields.string("name", max: Limits.nameBytes))
    cause = try fields.require("cause", fields.choice("cause", ReminderCause.self))
    (channels, texts) = ([], [])
    delayMinutes = Self.usualDelay(cause)
    try read(fields)
    try check(fields)
  }

  /// The same with what a body says changed; what it leaves out stays, `null` is as if it had never
  /// been said.
  /// - Throws: `FieldError`.
  public func changed(by fields: Fields) throws(FieldError) -> ReminderSettings {
    try fields.allow(only: Self.names)
    if let cause = try fields.choice("cause", ReminderCause.self), cause != self.cause {
      throw fields.error("cause", "cannot be changed; make a new reminder")
    }
    var new = self
    if fields.has("name") {
      new.name = try fields.require("name", fields.string("name", max: Limits.nameBytes))
    }
    try new.read(fields)
    try new.check(fields)
    return new
  }

  private mutating func read(_ fields: Fields) throws(FieldError) {
    if fields.has("channels") { channels = try fields.reminderChannels() }
    if fields.has("delay_minutes") {
      delayMinutes =
        try fields.integer("delay_minutes", in: ReminderLimits.delayMinutes)
        ?? Self.usualDelay(cause)
    }
    if fields.has("smallest_drop") {
      smallestDrop = try SmallestDrop(fields.fields("smallest_drop"))
    }
    if fields.has("texts") { texts = try fields.reminderTexts() }
    if fields.has("hold_out_percent") {
      holdOutPercent = try fields.integer("hold_out_percent", in: 0...100) ?? 0
    }
    if fields.has("test_mode") { isTest = try fields.bool("test_mode") ?? false }
    if fields.has("state") { state = try fields.choice("state", ReminderState.self) ?? .active }
  }

  private func check(_ fields: Fields) throws(FieldError) {
    guard !channels.isEmpty else {
      throw fields.error("channels", "is missing: name mail, sms or webhook, the best first")
    }
    guard smallestDrop == nil || cause == .priceDrop else {
      throw fields.error("smallest_drop", "goes only with the cause price_drop")
    }
    if cause == .abandonedBasket, delayMinutes == 0 {
      throw fields.error("delay_minutes", "must be 1 at least: nobody has left a basket at once")
    }
    if texts.isEmpty, channels != [.webhook] {
      throw fields.error("texts", "is missing: {\"en\": {\"subject\": …, \"text\": …, \"sms\": …}}")
    }
    for text in texts { try text.check(for: channels, cause, fields) }
  }

  /// What it says to somebody: of `en-gb` the text in that language, in `en`, or the first.
  public func text(in language: String?) -> ReminderText? {
    let wanted = language.flatMap(ProductLanguage.normal).map { [$0, $0.upTo("-")] } ?? []
    let found = wanted.lazy.compactMap { tag in texts.first { $0.language == tag } }.first
    return found ?? texts.first
  }

  /// As the API tells of it, and as it is stored.
  public var json: JSON {
    .object([
      "name": .string(name), "cause": .string(cause.rawValue),
      "channels": .array(channels.map { .string($0.rawValue) }),
      "delay_minutes": .integer(delayMinutes), "smallest_drop": smallestDrop?.json,
      "texts": .object(texts.map { JSON.Member($0.language, $0.json) }),
      "hold_out_percent": .integer(holdOutPercent), "test_mode": .bool(isTest),
      "state": .string(state.rawValue),
    ])
  }
}

extension Fields {
  fileprivate func reminderChannels() throws(FieldError) -> [ReminderChannel] {
    var channels: [ReminderChannel] = []
    for word in try strings("channels", max: 10, each: Limits.wordBytes) ?? [] {
      guard let channel = ReminderChannel(word: word) else {
        throw error(
          "channels", "has '\(NameSuggestion.shown(word))', which is none of mail, sms, webhook")
      }
      if !channels.contains(channel) { channels.append(channel) }
    }
    return channels
  }

  fileprivate func reminderTexts() throws(FieldError) -> [ReminderText] {
    guard let given = try fields("texts") else { return [] }
    guard given.all.count <= ReminderLimits.languages else {
      throw error("texts", "has more than \(ReminderLimits.languages) languages")
    }
    var texts: [ReminderText] = []
    for member in given.all {
      guard let language = ProductLanguage.normal(member.name) else {
        throw error("texts", "must have languages such as en or pt-BR for names (BCP 47)")
      }
      guard !texts.contains(where: { $0.language == language }) else {
        throw error("texts", "has one language twice: \(language)")
      }
      texts.append(
        try ReminderText(language, given.inner(member.value, at: member.name)))
    }
    return texts
  }
}
