import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel

/// Where gateways send receipts. Gateways sign nothing, so each message has a URL of its own that
/// nobody can guess who was not told it: it ends in a keyed hash of the message.
package struct ReceiptURL: Sendable {
  /// The key of the app whose messages they are.
  private let key: HashKey

  /// - Parameter key: of the app whose messages they are.
  package init(key: HashKey) { self.key = key }

  /// The path for a message's receipts.
  /// - Parameter kind: the gateway's.
  package func path(of message: MessageID, app: AppID, kind: String) -> String {
    SMSRoute.noteReceipt.route.path(app.text, kind, name(of: message))
  }

  /// The path's end for a message: its id and the hash.
  func name(of message: MessageID) -> String { message.text + "." + signature(message).text }

  /// The message that such an end names; `nil` when the hash is not ours.
  func message(named name: String) -> MessageID? {
    let parts = name.split(on: ".", keepsEmpty: true)
    guard parts.count == 2, let message = MessageID(parts[0]),
      let signature = Identifier(text: Substring(parts[1])), signature == self.signature(message)
    else { return nil }
    return message
  }

  private func signature(_ message: MessageID) -> Identifier {
    Identifier(hashing: "receipt", message.text, key: key)
  }
}
