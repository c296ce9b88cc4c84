import Foundation

/// Called on the main queue with what the server says of invitations that it has taken.
public typealias IBSIResponseSuccess = @MainActor (SendSmsResponse) -> Void
/// Called on the main queue with how far invitations have come.
public typealias IBSIDeliveryResponseSuccess = @MainActor (SocialInviteDelivery) -> Void
/// Called on the main queue with a message.
public typealias IBSIMessageResponseSuccess =
  @MainActor (ClientMobileApplicationMessageResponse) -> Void
/// Called on the main queue with why there is no answer. Its `localizedDescription` is what the
/// server says.
public typealias IBSIResponseFailure = @MainActor (NSError) -> Void
