import BeckonModel

extension SocialInvite {
  /// The answer to `POST /1/social-invite/invitation`: `{"sendSmsResponse": {…}}`, with the HTTP
  /// status 200 and no other, or the client for iOS finds nothing in it.
  public struct SendAnswer: Hashable, Sendable {
    /// What became of one recipient's message.
    public struct Response: Hashable, Sendable {
      /// The message's id.
      public let messageID: String
      /// `MessageAccepted`, or another word.
      public let status: String
      /// What it costs, as decimal text.
      public let price: String

      /// Makes one.
      public init(messageID: String, status: String = accepted, price: String = noPrice) {
        self.messageID = messageID
        self.status = status
        self.price = price
      }

      init(_ fields: Fields) throws(FieldError) {
        messageID = try fields.inviteText("messageId", max: Limits.clientIDBytes) ?? ""
        status = try fields.inviteText("status", max: Limits.wordBytes) ?? ""
        price = try fields.price
      }

      var json: JSON {
        [
          "messageId": .string(messageID), "status": .string(status), "price": .number(price),
        ]
      }
    }

    /// The id of all messages of the request.
    public let bulkID: String
    /// Where to ask what became of them.
    public let deliveryInfoURL: String
    /// A row for each recipient.
    public let responses: [Response]

    /// Makes an answer.
    public init(bulkID: String, deliveryInfoURL: String, responses: [Response]) {
      self.bulkID = bulkID
      self.deliveryInfoURL = deliveryInfoURL
      self.responses = responses
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(json: JSON) throws(FieldError) {
      let outer = try Fields(json)
      let fields = try outer.require("sendSmsResponse", outer.fields("sendSmsResponse"))
      bulkID = try fields.require("bulkId", fields.inviteText("bulkId", max: keyBytes))
      deliveryInfoURL = try fields.inviteText("deliveryInfoUrl", max: Limits.urlBytes) ?? ""
      let rows = try fields.elements("responses", max: recipientsMax) ?? []
      var responses: [Response] = []
      for (index, row) in rows.enumerated() {
        responses.append(try Response(fields.inner(row, at: "responses[\(index)]")))
      }
      self.responses = responses
    }

    /// The body.
    public var json: JSON {
      [
        "sendSmsResponse": [
          "bulkId": .string(bulkID), "deliveryInfoUrl": .string(deliveryInfoURL),
          "responses": .array(responses.map(\.json)),
        ]
      ]
    }
  }
}

extension Fields {
  /// A price as decimal text; what is left out costs nothing.
  var price: String {
    get throws(FieldError) {
      guard let text = try inviteText("price", max: 40) else { return SocialInvite.noPrice }
      guard JSON.string(text).decimal != nil else { throw error("price", "must be a number") }
      return text
    }
  }
}
