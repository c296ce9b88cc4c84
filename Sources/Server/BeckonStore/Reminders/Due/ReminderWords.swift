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
  func fill(_ template: ReminderTemplate) -> String {
    template.filled { place in
      switch place {
      case .name: Self.oneLine(person.attributes["name"]?.string ?? "")
      case .product: matter.products.first?.title ?? ""
      case .count: "\(matter.products.count)"
      case .price: matter.products.first?.price.map(Self.money) ?? ""
      case .oldPrice: (decision.prices?.before).map(Self.money) ?? ""
      case .app: Self.oneLine(appName)
      case .link: link
      }
    }
  }

  /// The text of a text message: the link comes behind it where it has no place of its own.
  func text(_ template: ReminderTemplate) -> String {
    fill(template) + (template.names(.link) ? "" : " " + link)
  }

  private static func money(_ money: Money) -> String {
    money.decimal + " " + money.currency.code
  }

  private static func oneLine(_ text: String) -> String { TemplateWords(custom: text).custom ?? "" }
}
