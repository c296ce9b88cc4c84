import BeckonContract
import BeckonContractLinkrunner
import BeckonModel

/// Where a link leads that the app was opened with.
public struct LRDeeplinkResponse: Sendable {
  /// Where it leads in the app.
  public let deeplink: String?
  /// Whether it is one of the server's links.
  public let isLinkrunner: Bool
  /// Whether the answer is not final yet; `nil` when the server did not say.
  public let processing: Bool?

  /// Makes a response.
  public init(deeplink: String?, isLinkrunner: Bool, processing: Bool?) {
    self.deeplink = deeplink
    self.isLinkrunner = isLinkrunner
    self.processing = processing
  }

  /// Reads an answer; what is missing is `false`.
  init(answer: JSON?) {
    let fields = answer?["data"].flatMap { try? Fields($0) }
    let found = fields.flatMap { try? Linkrunner.DeepLink($0) }
    self.init(
      deeplink: found?.deepLink, isLinkrunner: found?.isOurs ?? false,
      processing: found?.isProcessing)
  }

  /// The response under the names of the wire; what is absent is left out.
  public func toDictionary() -> SendableDictionary {
    var dictionary: SendableDictionary = ["is_linkrunner": isLinkrunner]
    dictionary["deeplink"] = deeplink
    dictionary["processing"] = processing
    return dictionary
  }
}
