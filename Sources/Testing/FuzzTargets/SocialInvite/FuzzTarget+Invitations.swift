import BeckonContractSocialInvite
import BeckonModel

extension FuzzTarget {
  /// What reads bytes of the social invites' clients.
  static let socialInvite = [invitations]

  /// The bodies of requests and answers.
  static let invitations = FuzzTarget(
    "invitations",
    seeds: [
      "{\"messageKey\":\"M\",\"sender\":\"S\",\"recipients\":{\"destinations\":[{\"address\":1,"
        + "\"messageId\":null,\"clientData\":[\"é\",null,2]}]}}",
      "{\"text\":\"Come <>\",\"placeholder\":\"<>\",\"clientPlaceholder\":\"cp\",\"x\":1}",
      "{\"sendSmsResponse\":{\"bulkId\":\"B\",\"responses\":[{\"price\":\"1e3\"}]}}",
      "{\"deliveryInfoList\":{\"deliveryInfo\":[{\"address\":\"1\",\"deliveryStatus\":\"x\"}]}}",
      "{\"requestError\":{\"policyException\":{\"messageid\":\"SVC0002\",\"variables\":[1]}}}",
      "username=a&password=%00%zz+",
    ]
  ) { bytes, complaints in
    _ = try? SocialInvite.LoginRequest(form: bytes)
    guard let json = try? JSONReader.read(bytes) else { return }
    if var request = try? SocialInvite.InvitationRequest(json: json) {
      complaints.expect(
        (1...SocialInvite.recipientsMax).contains(request.destinations.count),
        "more recipients than there may be")
      request.unread = []
      complaints.expect(
        (try? SocialInvite.InvitationRequest(json: request.json)) == request,
        "an invitation is not read as written")
    }
    if var request = try? SocialInvite.MessageRequest(json: json) {
      request.unread = []
      complaints.expect(
        (try? SocialInvite.MessageRequest(json: request.json)) == request,
        "a message is not read as written")
    }
    if let answer = try? SocialInvite.SendAnswer(json: json) {
      complaints.expect(
        (try? SocialInvite.SendAnswer(json: answer.json)) == answer,
        "an answer is not read as written")
    }
    if let answer = try? SocialInvite.DeliveryAnswer(json: json) {
      complaints.expect(
        (try? SocialInvite.DeliveryAnswer(json: answer.json)) == answer,
        "a report is not read as written")
    }
    if let failure = SocialInviteFailure(json: json) {
      complaints.expect(
        SocialInviteFailure(json: failure.json) == failure, "an error is not read as written")
    }
  }
}
