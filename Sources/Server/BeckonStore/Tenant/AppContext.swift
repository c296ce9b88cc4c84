import BeckonBasics
import BeckonEngine
import BeckonModel

/// One app as it was at some moment: its settings, campaigns and rules. It never changes; when the
/// app does, another is made. A class, because every scope of every request holds it.
public final class AppContext: Sendable {
  /// The tenant's number, first column of every key.
  public let number: Int64
  /// The tenant's id.
  public let id: AppID
  /// What people call it.
  public let name: String
  /// Key for hashing what must not be guessed back: addresses, erased identities.
  public let pepper: HashKey
  /// Its settings.
  public let settings: AppSettings
  /// Its campaigns, oldest first.
  public let campaigns: [Campaign]
  /// The widgets of its shop, oldest first.
  public let widgets: [Widget]
  /// Its reminders, oldest first.
  public let reminders: [Reminder]
  /// What is set for the search of its shop.
  public let search: SearchSettings
  /// Days as the app's settings count them.
  public let days: LocalDays
  /// Names of events on which a rule waits; all others need no look at rules.
  public let rewardedEvents: Set<TextKey>
  /// What any of its active webhooks wants.
  public let webhookInterest: WebhookInterest
  /// What goes into the feed; of all other facts it holds nothing.
  let feedInterest: FeedInterest
  /// What the program knows of vendors.
  public let forms: VendorForms
  /// The clicks of all apps that are in no run yet; `nil` where they are read each time.
  public let recentClicks: RecentClicks?
  /// What conversion values mean, and meant; empty for an app that has none to tell Apple.
  public let conversionSchemas: ConversionSchemaHistory

  init(
    number: Int64, id: AppID, name: String, pepper: HashKey, settings: AppSettings,
    campaigns: [Campaign], widgets: [Widget], reminders: [Reminder],
    search: SearchSettings,
    webhookInterest: WebhookInterest, feedKinds: Set<FeedKind>,
    forms: VendorForms, recentClicks: RecentClicks?, conversionSchemas: ConversionSchemaHistory
  ) {
    self.recentClicks = recentClicks
    self.conversionSchemas = conversionSchemas
    self.webhookInterest = webhookInterest
    feedInterest = FeedInterest(webhooks: webhookInterest, kinds: feedKinds)
    self.forms = forms
    self.number = number
    self.id = id
    self.name = name
    self.pepper = pepper
    self.settings = settings
    self.campaigns = campaigns
    self.widgets = widgets
    self.reminders = reminders
    self.search = search
    days = settings.timeZone.flatMap(LocalDays.init(zone:)) ?? .utc
    rewardedEvents = Set(
      texts: campaigns.flatMap(\.rulesEver).compactMap { $0.rule.trigger.event })
  }

  /// The forms of webhooks that the program knows.
  public var webhookForms: WebhookForms { forms.webhooks }

  /// Whether settings, campaigns, rules, widgets, reminders and what is set for the search are the
  /// same.
  public func isConfigured(as other: AppContext) -> Bool {
    settings == other.settings && campaigns == other.campaigns && widgets == other.widgets
      && reminders == other.reminders && search == other.search
  }

  /// The app's time zone by its id; empty for UTC.
  public var zone: String { settings.timeZone ?? "" }

  /// The days of a zone, which is mostly the app's own.
  func days(of zone: String) -> LocalDays {
    zone == self.zone ? days : LocalDays(zone: zone) ?? .utc
  }

  /// The day on which an instant falls in the app's time zone, as `YYYY-MM-DD`.
  public func day(of instant: Instant) -> String { days.day(of: instant) }

  /// The month in which it falls there, as `YYYY-MM`.
  public func month(of instant: Instant) -> String { day(of: instant).prefix(bytes: 7) }

  /// The campaign of a sign-up that leads to none.
  public func defaultCampaign(at now: Instant) -> Campaign? {
    DefaultCampaign.find(settings.defaultCampaign, in: campaigns, at: now)
  }

  /// The reminder of this id.
  public func reminder(_ id: ReminderID) -> Reminder? { reminders.first { $0.id == id } }

  /// The campaign of this id.
  public func campaign(_ id: CampaignID) -> Campaign? { campaigns.first { $0.id == id } }

  /// The campaign of this id or `list_uuid`.
  public func campaign(named text: String) -> Campaign? {
    campaigns.first { $0.id.text == text || $0.listUUID == text }
  }
}
