import Foundation

/// A text message that the user can send from their own phone, with their own number.
public struct ComposedInvite: Sendable, Hashable {
  /// The id of this invitation, in the events that tell of its steps.
  public let id: String
  /// To whom, as the user has chosen.
  public let recipients: [String]
  /// What the message says, with the link in it.
  public let text: String
  /// The user's own link: whoever comes by it was invited by them.
  public let link: URL
}

/// What became of a message on the user's own phone.
#if canImport(ObjectiveC)
  @objc
#endif
public enum IBSIComposerResult: Int, Sendable, CaseIterable {
  /// The user closed it without sending.
  case cancelled = 0
  /// The user sent it; whether it arrives the phone does not tell.
  case sent
  /// The phone could not send it.
  case failed
}

/// Puts a link and words into a message's text.
enum InviteText {
  /// The text as it is sent: the placeholder gives way to the link, and where it does not stand in
  /// the text, the link comes behind.
  static func filled(
    _ text: String, placeholder: String, link: String, clientPlaceholder: String?, words: [String]
  ) -> String {
    let pieces = pieces(of: text, placeholder)
    var remaining = words[...]
    let filled = pieces.map { piece in
      guard let clientPlaceholder, !clientPlaceholder.isEmpty else { return piece }
      let parts = piece.components(separatedBy: clientPlaceholder)
      return parts.dropFirst().reduce(parts[0]) { $0 + (remaining.popFirst() ?? "") + $1 }
    }
    guard pieces.count == 1 else { return filled.joined(separator: link) }
    let isApart = filled[0].isEmpty || filled[0].hasSuffix(" ") || filled[0].hasSuffix("\n")
    return filled[0] + (isApart ? "" : " ") + link
  }

  private static func pieces(of text: String, _ placeholder: String) -> [String] {
    placeholder.isEmpty ? [text] : text.components(separatedBy: placeholder)
  }
}
