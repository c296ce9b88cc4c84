import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonTesting

@testable import BeckonServer

extension GatewayBench {
  /// Infobip's answer to a message, with the status that it has for it.
  private static func infobip(_ id: Int, group: Int) -> LoopbackServer.Reply {
    Receiver.status(
      200, [:],
      """
      {"bulkId":"b","messages":[{"messageId":"m1","destination":"4915112345678","status":{
      "groupId":\(group),"groupName":"G","id":\(id),"name":"N","description":"D"}}]}
      """)
  }

  private static func infobipReceipt(
    _ statuses: [(id: Int, group: Int)], of message: String = "MESSAGE",
    _ stages: [DeliveryReceipt.Stage]
  ) -> ReceiptCall {
    let results = statuses.map {
      """
      {"bulkId":"b","messageId":"\(message)","to":"4915112345678","callbackData":"x",
      "status":{"groupId":\($0.group),"id":\($0.id),"name":"N"},"error":{"id":0,"permanent":false}}
      """
    }
    return ReceiptCall(
      body: "{\"results\":[" + results.joined(separator: ",") + "]}", stages: stages)
  }

  static let infobip = GatewayBench(
    name: "infobip", url: "infobip+http://secret-key@HOST",
    replies: broken.merging([
      .takes: infobip(26, group: 1),
      .refusesRecipient: Receiver.status(
        400, [:],
        """
        {"errorCode":"E400","description":"Request cannot be processed.","violations":[{
        "property":"messages[0].destinations[0].to","violation":"must not be blank"}]}
        """),
      .refusesSender: infobip(13, group: 5),
      .refusesContent: Receiver.status(
        400, [:],
        """
        {"requestError":{"serviceException":{"messageId":"BAD_REQUEST","text":"Bad Request",
        "validationErrors":{"messages[0].content.text":["too long"]}}}}
        """),
      .isBusy: Receiver.status(429, ["Retry-After": "7"], "{\"errorCode\":\"E429\"}"),
      .bars: Receiver.status(
        401, [:],
        """
        {"requestError":{"serviceException":{"messageId":"UNAUTHORIZED",
        "text":"Invalid login details"}}}
        """),
    ]) { $1 },
    more: [
      (infobip(7, group: 1), "accepted m1"), (infobip(2, group: 3), "accepted m1"),
      // It has a message of this id: it was taken before.
      (infobip(23, group: 5), "accepted m1"),
      // No money left is nothing of the message's.
      (infobip(12, group: 5), "barred"), (infobip(17, group: 5), "barred"),
      (infobip(21, group: 5), "busy"), (infobip(11, group: 5), "refused sender"),
      (infobip(25, group: 5), "refused content"), (infobip(14, group: 5), "refused recipient"),
      (infobip(4, group: 2), "refused recipient"), (infobip(1, group: 77), "unknown"),
      (Receiver.status(200, [:], "OK"), "unknown"), (Receiver.status(200, [:], "{}"), "unknown"),
      (Receiver.status(500, [:], "{}"), "unknown"), (Receiver.status(302, [:], ""), "barred"),
    ],
    receipts: [
      infobipReceipt([(5, 3)], [.delivered]), infobipReceipt([(2, 3)], [.network]),
      infobipReceipt([(3, 1)], [.network]), infobipReceipt([(7, 1)], []),
      infobipReceipt([(4, 2)], [.impossible]), infobipReceipt([(15, 4)], [.impossible]),
      // The network never said what became of it.
      infobipReceipt([(29, 4)], [.network]), infobipReceipt([(6, 5)], [.impossible]),
      infobipReceipt([(2, 3), (5, 3)], [.network, .delivered]),
      infobipReceipt([(5, 3)], of: "another", []), infobipReceipt([(0, 0)], []),
      ReceiptCall(body: "", stages: []), ReceiptCall(body: "{", stages: []),
      ReceiptCall(body: "{\"results\":5}", stages: []),
    ],
    credentials: ["App secret-key"],
    stop: (
      "",
      """
      {"results":[{"messageId":"1","from":"Bank","to":"1","text":"Hi"},{"messageId":"2",
      "from":"4915112345678","to":"491511","text":"STOP","keyword":"STOP"}],"messageCount":2}
      """
    ),
    read: { request in
      let message = ((try? JSONReader.read(request.body)) ?? .null)["messages"]?[0]
      let destination = message?["destinations"]?[0]
      guard let id = destination?["messageId"]?.string, MessageID(id) != nil else {
        return ["no id"]
      }
      return [
        message?["sender"]?.string ?? "", "+" + (destination?["to"]?.string ?? ""),
        message?["content"]?["text"]?.string ?? "",
        message?["webhooks"]?["delivery"]?["url"]?.string ?? "",
      ]
    })

  /// Twilio's answer that refuses, with a code of its own.
  private static func twilio(_ code: Int, status: Int = 400) -> LoopbackServer.Reply {
    Receiver.status(
      status, [:],
      """
      {"code":\(code),"message":"No","more_info":"https://example.com","status":\(status)}
      """)
  }

  static let twilio = GatewayBench(
    name: "twilio", url: "twilio+http://AC12:secret@HOST",
    replies: broken.merging([
      .takes: Receiver.status(
        201, [:], "{\"sid\":\"SM1\",\"status\":\"queued\",\"error_code\":null}"),
      .refusesRecipient: twilio(21_211), .refusesSender: twilio(21_606),
      .refusesContent: twilio(21_617),
      .isBusy: Receiver.status(
        429, ["Retry-After": "7"],
        "{\"code\":20429,\"message\":\"Too Many Requests\",\"status\":429}"),
      .bars: twilio(20_003, status: 401),
    ]) { $1 },
    more: [
      (Receiver.status(201, [:], "{\"sid\":\"SM2\",\"status\":\"accepted\"}"), "accepted SM2"),
      // That it was taken is enough.
      (Receiver.status(201, [:], ""), "accepted -"),
      // Its owner has said STOP to Twilio; and this account sends nothing to that country.
      (twilio(21_610), "refused recipient"), (twilio(21_408), "refused recipient"),
      (twilio(21_659), "refused sender"), (twilio(20_404, status: 404), "barred"),
      (twilio(20_500, status: 500), "unknown"),
      (Receiver.status(400, [:], "no"), "refused content"),
    ],
    receipts: ([
      ("delivered", [.delivered]), ("read", [.delivered]), ("sent", [.network]),
      ("undelivered", [.impossible]), ("failed", [.impossible]), ("canceled", [.impossible]),
      ("queued", []), ("sending", []), ("Delivered", []), ("", []),
    ] as [(String, [DeliveryReceipt.Stage])]).map {
      ReceiptCall(
        body: "SmsSid=SM1&MessageStatus=\($0.0)&MessageSid=SM1&To=%2B4915112345678", stages: $0.1)
    } + [ReceiptCall(query: "MessageStatus=delivered", stages: [])],
    credentials: ["Basic QUMxMjpzZWNyZXQ="],
    stop: ("", "MessageSid=SM3&From=%2B4915112345678&To=%2B491511&Body=Stop&NumSegments=1"),
    sign: { url, body in
      [("X-Twilio-Signature", TwilioSignature(token: "secret").text(url: url, body: body))]
    },
    read: { request in
      let form = QueryText(request.body[...])
      return ["From", "To", "Body", "StatusCallback"].map { form.value(of: $0) ?? "" }
    })
}
