import BeckonBasics
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import Foundation

/// The safe way to invite: the user sends the message, from their own phone and number, and sees
/// what it says. Where a server sends it, the law of many countries makes whoever runs the server
/// the sender, with fines for each message that nobody wanted.
///
/// It records what the user did, as events of the app: they asked to invite (`invite_asked`), chose
/// whom (`invite_recipients_chosen`), and pressed Send (`invite_sent`, or `invite_cancelled` and
/// `invite_failed`). Phone numbers are in none of them.
///
///     let composer = IBSIComposer()          // the user has tapped "Invite friends"
///     composer.choose(["+385 98 123 4567"])  // the user has chosen whom
///     let invite = try await composer.compose(to: page)
///     // show invite.text to invite.recipients, then:
///     composer.finish(.sent)
public final class IBSIComposer: Sendable {
  private struct State {
    var recipients: [String] = []
    var isFinished = false
    var link: String?
  }

  /// The id of this invitation, in the events that tell of its steps.
  public let id: String
  private let session: SocialInviteSession
  private let state = Locked(State())

  /// The user has asked to invite somebody.
  public convenience init() { self.init(session: .shared) }

  init(session: SocialInviteSession) {
    self.session = session
    id = session.surroundings.ambient.identifier().uuid
    record("invite_asked", [:])
  }

  /// The user has chosen whom to invite; the last choice counts.
  /// - Parameters:
  ///   - recipients: their numbers, as they stand in the address book.
  ///   - isEverybody: whether it was a choice of all at once.
  public func choose(_ recipients: [String], isEverybody: Bool = false) {
    state.withLock { $0.recipients = recipients }
    record(
      "invite_recipients_chosen",
      ["recipients": recipients.count, "everybody": isEverybody])
  }

  /// Makes the user's own link and the text that holds it.
  /// - Parameters:
  ///   - target: where the link leads: an https URL, or one that the app handles.
  ///   - text: what the message says; `nil` for the custom message, else the default one, which the
  ///     server is asked for if it is not known.
  ///   - placeholder: what in it gives way to the link.
  /// - Throws: `BeckonError`, or an `NSError` of the domain `IBErrorDomain`: nobody was chosen, or
  ///   there is no text.
  public func compose(
    to target: URL, text: String? = nil, placeholder: String? = nil
  ) async throws -> ComposedInvite {
    let recipients = state.withLock { $0.recipients }
    guard !recipients.isEmpty else { throw InviteError.noRecipients.vendorError }
    let message = try await message(text, placeholder)
    let name = "invite \(id)"
    let link = try await session.client().createLink(to: target) { link in
      link.isShort = true
      link.name = name
    }
    state.withLock { $0.link = link.shortURL.absoluteString }
    let settings = session.settings
    var known = SocialInvite.KnownWords()
    known.senderName = settings[text: .senderId]
    known.customText = settings[text: .customMessageText]
    known.endUserMsisdn = settings[text: .endUserMsisdn]
    known.endUserUsername = settings[text: .endUserUsername]
    let words = SocialInvite.clientData(
      list: settings[words: .clientListForPlaceholders], known: known)
    return ComposedInvite(
      id: id, recipients: recipients,
      text: InviteText.filled(
        message.text, placeholder: message.placeholder, link: link.shortURL.absoluteString,
        clientPlaceholder: message.words, words: words),
      link: link.shortURL)
  }

  /// The user has sent the message, or not. Only the first word counts.
  public func finish(_ result: IBSIComposerResult) {
    let (isFirst, count, link) = state.withLock { state in
      let isFirst = !state.isFinished
      state.isFinished = true
      return (isFirst, state.recipients.count, state.link)
    }
    guard isFirst else { return }
    let name =
      switch result {
      case .sent: "invite_sent"
      case .cancelled: "invite_cancelled"
      case .failed: "invite_failed"
      }
    var properties: [String: any BeckonValueConvertible] = ["recipients": count]
    if let link { properties["link"] = link }
    record(name, properties)
  }

  private func record(_ name: String, _ properties: [String: any BeckonValueConvertible]) {
    do {
      let client = try session.client()
      _ = client.track(name, properties.merging(["invite": id]) { $1 })
    } catch {
      session.log("the step \(name) is not recorded: \(error)")
    }
  }

  private struct Message {
    let text: String
    let placeholder: String
    var words: String?
  }

  private func message(_ text: String?, _ placeholder: String?) async throws -> Message {
    let settings = session.settings
    if let text { return Message(text: text, placeholder: placeholder ?? "") }
    let id = settings[text: .customMessageId] ?? settings[text: .defaultMessageId]
    do throws(InviteError) {
      let told = try await session.message(id)
      return Message(
        text: told.text ?? "", placeholder: told.placeholder ?? "",
        words: told.clientPlaceholder)
    } catch {
      throw error.vendorError
    }
  }
}
