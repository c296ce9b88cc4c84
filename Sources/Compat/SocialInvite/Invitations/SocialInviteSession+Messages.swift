import BeckonContract
import BeckonContractSocialInvite
import BeckonModel

extension SocialInviteSession {
  /// Makes a message.
  /// - Throws: `InviteError`.
  func createMessage(
    _ text: String, _ placeholder: String?
  ) async throws(InviteError) -> ClientMobileApplicationMessageResponse {
    let body = messageBody(text, placeholder)
    return try await message(.createMessage, [], body)
  }

  /// Reads a message. What the default one says is kept, if nothing is known of it.
  /// - Throws: `InviteError`.
  func message(
    _ id: String?
  ) async throws(InviteError) -> ClientMobileApplicationMessageResponse {
    let message = try await message(.message, [try key(id)], nil)
    let settings = settings
    if message.key == settings[text: .defaultMessageId],
      settings[text: .defaultMessageText] == nil
    {
      settings[text: .defaultMessageText] = message.text
    }
    return message
  }

  /// Changes a message.
  /// - Throws: `InviteError`.
  func updateMessage(
    _ id: String?, _ text: String, _ placeholder: String?
  ) async throws(InviteError) -> ClientMobileApplicationMessageResponse {
    let body = messageBody(text, placeholder)
    return try await message(.updateMessage, [try key(id)], body)
  }

  private func message(
    _ route: SocialInviteRoute, _ parameters: [String],
    _ body: (@Sendable (String?) -> JSON)?
  ) async throws(InviteError) -> ClientMobileApplicationMessageResponse {
    guard let application = settings.pathKey else { throw .notInitialized }
    let json = try await ask(route.route, [application] + parameters, body: body)
    return ClientMobileApplicationMessageResponse(
      try read(json, SocialInvite.MessageAnswer.init(json:)))
  }

  private func messageBody(
    _ text: String, _ placeholder: String?
  ) -> @Sendable (String?) -> JSON {
    let words = settings[text: .clientPlaceholder]
    return { install in
      SocialInvite.MessageRequest(
        text: text, placeholder: placeholder, clientPlaceholder: words, installID: install
      ).json
    }
  }

  private func key(_ id: String?) throws(InviteError) -> String {
    guard let id, !id.isEmpty else {
      throw .stopped(.invalidInput, "The message's id is missing.")
    }
    return id
  }
}
