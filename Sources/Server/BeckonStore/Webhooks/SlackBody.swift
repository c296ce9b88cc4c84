import BeckonEngine
import BeckonModel

/// A fact as a message for a channel of Slack: what happened, and up to ten things that are known
/// of it. https://api.slack.com/reference/block-kit/blocks
enum SlackBody {
  /// Fields that one block may have.
  private static let fieldsMax = 10
  /// Characters, as Unicode counts them, of a name and a value in a field. Slack takes 2,000 of
  /// both, and escaped, one is up to five.
  private static let (nameCharactersMax, valueCharactersMax) = (90, 300)

  /// The message.
  static func make(_ payload: WebhookPayload, app: String) -> JSON {
    let title = title(payload.topic) + " · " + app
    var blocks: [JSON] = [["type": "section", "text": text("*" + escaped(title) + "*")]]
    let fields = fields(payload.content).prefix(fieldsMax)
    if !fields.isEmpty { blocks.append(["type": "section", "fields": .array(Array(fields))]) }
    blocks.append(["type": "context", "elements": [text(payload.at.text)]])
    // What a notification shows, where there is no room for blocks.
    return ["text": .string(escaped(title)), "blocks": .array(blocks)]
  }

  private static func title(_ topic: WebhookTopic) -> String {
    switch topic {
    case .click: "Click"
    case .open: "Opened link"
    case .install: "New install"
    case .signUp: "New sign-up"
    case .conversion: "Conversion"
    case .member: "Member of a campaign"
    case .reward: "Reward"
    case .rewardHeld: "Reward held"
    case .message: "Text message"
    case .reminder: "Reminder"
    case .event(let name): name
    case .ping: "This channel hears of it"
    }
  }

  /// What is said in one word: of whom it is first, then of the fact, then of its parts.
  private static func fields(_ content: JSON) -> [JSON] {
    let data = content["data"]?.members ?? []
    let members = (content.members ?? []) + data + data.flatMap { $0.value.members ?? [] }
    return members.compactMap { member in
      word(member.value).map { word in
        let name = escaped(member.name, max: nameCharactersMax)
        return text("*\(name)*\n\(escaped(word, max: valueCharactersMax))")
      }
    }
  }

  private static func word(_ value: JSON) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    case .bool(let isTrue): isTrue ? "yes" : "no"
    case .null, .array, .object: nil
    }
  }

  private static func text(_ markdown: String) -> JSON {
    ["type": "mrkdwn", "text": .string(markdown)]
  }

  /// The three characters that mean something to Slack, so that nobody's name makes a link or calls
  /// a channel. One by one: what is put on top of one makes it another letter in Swift, not in
  /// Slack.
  private static func escaped(_ text: String, max: Int = .max) -> String {
    text.unicodeScalars.prefix(max).reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
  }
}
