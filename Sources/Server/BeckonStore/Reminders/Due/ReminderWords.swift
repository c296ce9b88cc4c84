import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a reminder says to one person.
struct ReminderWords {
  let person: Person
  let matter: ReminderMatter
  let decision: StoredReminderDecision
  let appName: String
  let link: String

  /// The language in which somebody is reminded: that of their attribute `language`, or else the
  /// first of the app's.
  static func language(of person: Person, _ settings: AppSettings) -> String? {
    person.attributes["language"]?.string ?? settings.languages.first
  }

  /// A text with these words in it.
  func fill(_ template: ReminderTemplate) -> String { fill(template, isShort: false) }

  /// - Parameter isShort: whether what is of any length is left out, or cut.
  private func fill(_ template: ReminderTemplate, isShort: Bool) -> String {
    template.filled { place in
      switch place {
      case .name: isShort ? "" : name
      case .product: Self.title(matter.products.first?.title ?? "", isShort: isShort)
      case .count: "\(matter.products.count)"
      case .price: matter.products.first?.price.map(Self.money) ?? ""
      case .oldPrice: (decision.prices?.before).map(Self.money) ?? ""
      case .app: Self.oneLine(appName)
      case .link: link
      }
    }
  }

  /// The text of a text message: the link comes behind it where it has no place of its own. Where
  /// it would take more parts than a reminder may, it does without the name, and with the beginning
  /// of the product's title.
  func text(_ template: ReminderTemplate) -> String {
    let end = template.names(.link) ? "" : " " + link
    let text = fill(template) + end
    guard SMSParts(text).count > ReminderLimits.textParts else { return text }
    return fill(template, isShort: true) + end
  }

  /// The person's name. A client may have written it, and whoever gets the message takes it for the
  /// app's: so there is none where a phone would show a link or a number to call.
  private var name: String {
    let name = Self.oneLine(person.attributes["name"]?.string ?? "")
    return LinkSuspicion.isIn(name) || name.utf8.count > ReminderLimits.nameBytes ? "" : name
  }

  private static func title(_ title: String, isShort: Bool) -> String {
    isShort ? title.prefix(bytes: ReminderLimits.shortTitleBytes) : title
  }

  private static func money(_ money: Money) -> String {
    money.decimal + " " + money.currency.code
  }

  private static func oneLine(_ text: String) -> String {
    text.oneLine(bytes: Limits.templateWordBytes)
  }
}
