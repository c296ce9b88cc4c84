import BeckonModel

extension SocialInvite {
  /// The answer about a bulk: `{"deliveryInfoList": {…}}`.
  public struct DeliveryAnswer: Hashable, Sendable {
    /// How far one recipient's message has come.
    public struct Delivery: Hashable, Sendable {
      /// The number, exactly as it stood in the request.
      public let address: String
      /// The message's id.
      public let messageID: String
      /// The bulk's id.
      public let clientCorrelator: String
      /// One of the words of `Status`; what a server says that knows others is kept as it is.
      public let status: String
      /// What it costs, as decimal text.
      public let price: String

      /// Makes one. The status is told as clients can bear it.
      public init(
        address: String, messageID: String, clientCorrelator: String, status: Status,
        price: String = noPrice
      ) {
        self.address = address
        self.messageID = messageID
        self.clientCorrelator = clientCorrelator
        self.status = status.told.rawValue
        self.price = price
      }

      init(_ fields: Fields) throws(FieldError) {
        address = try fields.require(
          "address", fields.inviteText("address", max: Limits.phoneTextBytes))
        messageID = try fields.inviteText("messageId", max: Limits.clientIDBytes) ?? ""
        clientCorrelator = try fields.inviteText("clientCorrelator", max: keyBytes) ?? ""
        status = try fields.inviteText("deliveryStatus", max: Limits.wordBytes) ?? ""
        price = try fields.price
      }

      var json: JSON {
        [
          "address": .string(address), "messageId": .string(messageID),
          "clientCorrelator": .string(clientCorrelator), "deliveryStatus": .string(status),
          "price": .number(price),
        ]
      }
    }

    /// The URL of the question.
    public let resourceURL: String
    /// A row for each recipient.
    public let deliveries: [Delivery]

    /// Makes an answer.
    public init(resourceURL: String, deliveries: [Delivery]) {
      self.resourceURL = resourceURL
      self.deliveries = deliveries
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(json: JSON) throws(FieldError) {
      let outer = try Fields(json)
      let fields = try outer.require("deliveryInfoList", outer.fields("deliveryInfoList"))
      resourceURL = try fields.inviteText("resourceURL", max: Limits.urlBytes) ?? ""
      let rows = try fields.elements("deliveryInfo", max: recipientsMax) ?? []
      var deliveries: [Delivery] = []
      for (index, row) in rows.enumerated() {
        deliveries.append(try Delivery(fields.inner(row, at: "deliveryInfo[\(index)]")))
      }
      self.deliveries = deliveries
    }

    /// The body.
    public var json: JSON {
      [
        "deliveryInfoList": [
          "resourceURL": .string(resourceURL), "deliveryInfo": .array(deliveries.map(\.json)),
        ]
      ]
    }
  }
}
