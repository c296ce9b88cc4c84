import BeckonModel

extension Segmentify {
  /// `INTERACTION`: what became of a recommendation or a result.
  public struct Interaction: Hashable, Sendable, EventPart {
    /// The words of `type`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// It was in an answer.
      case impression
      /// Somebody saw it.
      case widgetView = "widget-view"
      /// Somebody tapped on a product of it.
      case click
      /// Somebody searched by it.
      case search
    }

    /// Most bytes of an id.
    public static let idBytes = 255
    /// The campaign of a product that was tapped before anything was searched for.
    public static let beforeSearch = "bs_product"
    /// The campaign of a product that was found and tapped.
    public static let found = "product"

    /// What.
    public var kind: Kind
    /// The campaign.
    public var instanceID: String
    /// The showing of it; for a tap, the product. The client for iOS sends `static` for searches.
    public var interactionID: String?

    /// Something became of a recommendation.
    public init(_ kind: Kind, instanceID: String, interactionID: String?) {
      self.kind = kind
      self.instanceID = instanceID
      self.interactionID = interactionID
    }

    init(_ fields: Fields) throws(FieldError) {
      kind = try fields.require("type", fields.choice("type", Kind.self))
      instanceID = try fields.require(
        "instanceId", fields.looseText("instanceId", max: Self.idBytes))
      interactionID = try fields.looseText("interactionId", max: Self.idBytes)
    }

    var members: [JSON.Member] {
      [JSON.Member](present: [
        "type": .string(kind.rawValue), "instanceId": .string(instanceID),
        "interactionId": .text(interactionID),
      ])
    }
  }

  /// `CUSTOM_EVENT`; its properties are the event's `params`.
  public struct CustomEvent: Hashable, Sendable, EventPart {
    /// The app's own word.
    public var type: String

    /// An event of the app's own.
    public init(type: String) {
      self.type = type
    }

    init(_ fields: Fields) throws(FieldError) {
      type = try fields.require("type", fields.looseText("type", max: Limits.wordBytes))
    }

    var members: [JSON.Member] { [JSON.Member("type", .string(type))] }
  }
}
