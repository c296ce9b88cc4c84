/// What came of a call.
enum InviteNews: Sendable {
  /// Of one that sends invitations.
  case sent(Result<SendSmsResponse, InviteError>)
  /// Of one that asks how far they have come.
  case delivered(Result<SocialInviteDelivery, InviteError>)
  /// Of one that makes a message.
  case created(Result<ClientMobileApplicationMessageResponse, InviteError>)
  /// Of one that reads a message.
  case read(Result<ClientMobileApplicationMessageResponse, InviteError>)
  /// Of one that changes a message.
  case updated(Result<ClientMobileApplicationMessageResponse, InviteError>)
}
