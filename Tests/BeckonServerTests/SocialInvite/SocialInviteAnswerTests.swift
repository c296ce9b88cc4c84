import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// What the social invites' clients are told, of neutral results.
struct SocialInviteAnswerTests {
  @Test("Invitations that were taken say where to ask for them")
  func taken() {
    let answer = SocialInvite.SendAnswer(
      TakenInvitations(bulk: "B1", messages: ["m1", "m2"]), base: "https://go.example.com")
    #expect(
      answer.deliveryInfoURL
        == "https://go.example.com/1/smsmessaging/outbound/requests/B1/deliveryInfos")
    #expect(answer.responses.map(\.messageID) == ["m1", "m2"])
    #expect(answer.responses.allSatisfy { $0.status == "MessageAccepted" })
  }

  @Test("Each status has its word, but what the network has is told as waiting")
  func statuses() {
    let told = DeliveryStatus.allCases.map {
      ToldInvitation(address: "385981234567", message: "m1", status: $0)
    }
    let answer = SocialInvite.DeliveryAnswer(told, bulk: "B1", base: "https://go.example.com")
    #expect(
      answer.deliveries.map(\.status) == [
        "MessageWaiting", "MessageWaiting", "DeliveredToTerminal", "DeliveryImpossible",
        "DeliveryUncertain",
      ])
    #expect(answer.deliveries.allSatisfy { $0.clientCorrelator == "B1" })
  }

  @Test(
    "Every problem becomes an error of the protocol, with a status that its clients read",
    arguments: [
      (Problem(.unauthorized, "x"), "UNAUTHORIZED", 401, "Invalid login details"),
      (Problem(.secretKeyRequired, "x"), "SERVICE_NOT_AVAILABLE", 403, "x"),
      (Problem(.malformedJSON, "x"), "INVALID_JSON_HTTP_BODY", 400, "x"),
      (Problem(.invalidField, "x"), "INVALID_PARAMETER", 400, "x"),
      (Problem(.rateLimited, "x"), "TOO_MANY_REQUESTS", 429, "x"),
      (Problem(.unavailable, "x"), "SYSTEM_ERROR", 503, "x"),
      (Problem(.bodyTooLarge, "x"), "INVALID_PARAMETER", 400, "x"),
      (
        Problem(SocialInviteFailure.unknownBulk), "MESSAGE_NOT_FOUND", 404,
        "Message not found for specified request ID"
      ), (Problem(SocialInviteFailure(.invalidSender, "y")), "INVALID_SENDER", 400, "y"),
    ])
  func problems(problem: Problem, word: String, status: Int, text: String) {
    let failure = SocialInviteFailure(problem, requestID: "r1")
    #expect(failure.code.rawValue == word && failure.status(of: problem) == status)
    #expect(failure.text == text && failure.clientCorrelator == "r1")
  }

  @Test("No problem of the native API is a fault of the server unless it is one")
  func allCodes() {
    for code in ErrorCode.allCases {
      let problem = Problem(code, "x")
      let status = SocialInviteFailure(problem, requestID: "r1").status(of: problem)
      #expect((status >= 500) == (code.status >= 500), "\(code)")
    }
  }

  @Test("A message is told with the app's key that the path named")
  func message() throws {
    let template = try MessageTemplate(text: "Come <>", placeholder: "<>")
    let answer = SocialInvite.MessageAnswer(template, key: "M1", application: "APP")
    #expect(
      answer.json.text
        == #"{"clientMobileApplicationKey":"APP","key":"M1","text":"Come <>","placeholder":"<>"}"#)
  }
}
