import BeckonModel
import Foundation

/// Links that say who invited whom, also through an install: the vendor's names, over
/// `BeckonSDK`'s client.
public final class DynamicLinks: Sendable {
  private static let instance = DynamicLinks(.shared)

  let session: DynamicLinksSession

  init(_ session: DynamicLinksSession) { self.session = session }

  /// The one instance. It is never `nil`: the SDK's first versions gave an optional and the last
  /// did not, and code for either compiles.
  public class func dynamicLinks() -> DynamicLinks! {
    DynamicLinksSession.shared.begin()
    return instance
  }

  /// Call it when the app has launched; it takes the place of `FirebaseApp.configure()`. Looks for
  /// the link that led to this install, and hands it to the app delegate's
  /// `application(_:open:options:)`, once in the install's life. Info.plist's
  /// `FirebaseDeepLinkAutomaticRetrievalEnabled` set to `NO` keeps it from that, and
  /// `FirebaseDeepLinkPasteboardRetrievalEnabled` from looking into the pasteboard.
  /// - Parameters:
  ///   - server: the server; else Info.plist's `BeckonURL`.
  ///   - key: a publishable key, `pk_…`; else Info.plist's `BeckonKey`.
  ///   - customDomains: prefixes of the app's links, `https://links.example.com/promo`; else
  ///     Info.plist's `FirebaseDynamicLinksCustomDomains`.
  ///   - urlScheme: the app's own scheme; else its bundle.
  public class func configure(
    server: URL? = nil, key: String? = nil, customDomains: [String]? = nil,
    urlScheme: String? = nil
  ) {
    DynamicLinksSession.shared.configure(
      DynamicLinksSession.Choices(
        server: server, key: key, domains: customDomains, scheme: urlScheme))
    DynamicLinksSession.shared.begin()
  }

  // MARK: The app's own scheme

  /// Whether a URL of the app's own scheme tells of a link.
  public func shouldHandleDynamicLink(fromCustomSchemeURL url: URL) -> Bool {
    CustomSchemeURL.isOne(url, scheme: session.scheme)
  }

  /// The link of which a URL of the app's own scheme tells; `nil` when it tells of none.
  public func dynamicLink(fromCustomSchemeURL url: URL) -> DynamicLink? {
    shouldHandleDynamicLink(fromCustomSchemeURL: url) ? CustomSchemeURL.link(url) : nil
  }

  // MARK: Universal links

  /// Whether a URL is a link that only the server can read.
  public func matchesShortLinkFormat(_ url: URL) -> Bool { session.recognition.isShort(url) }

  /// What a long link says, without asking the server; `nil` for a short one.
  @available(*, deprecated, message: "Use dynamicLink(fromUniversalLink:completion:).")
  public func dynamicLink(fromUniversalLink url: URL) -> DynamicLink? {
    session.recognition.long(url)
  }

  /// Reads a link with which the app was opened.
  ///
  /// `completion` gets the link; neither link nor error when the URL is no dynamic link; or an
  /// error of the domain `com.firebase.dynamicLinks`.
  public func dynamicLink(
    fromUniversalLink url: URL,
    completion: @escaping @MainActor (DynamicLink?, (any Error)?) -> Void
  ) {
    Task { [session] in
      do {
        await completion(try await session.read(url), nil)
      } catch {
        await completion(nil, error)
      }
    }
  }

  /// Reads a link with which the app was opened.
  /// - Throws: `NSError` of the domain `com.firebase.dynamicLinks`, also when the URL is no dynamic
  ///   link.
  public func dynamicLink(fromUniversalLink url: URL) async throws -> DynamicLink {
    guard let link = try await session.read(url) else {
      throw NSError.notResolved(url, because: nil)
    }
    return link
  }

  /// Reads a link with which the app was opened.
  ///
  /// `completion` gets the same as that of `dynamicLink(fromUniversalLink:completion:)`.
  /// - Returns: whether the URL is a dynamic link.
  public func handleUniversalLink(
    _ url: URL, completion: @escaping @MainActor (DynamicLink?, (any Error)?) -> Void
  ) -> Bool {
    dynamicLink(fromUniversalLink: url, completion: completion)
    return matchesShortLinkFormat(url) || session.recognition.long(url) != nil
  }

  /// Asks what a short link says.
  ///
  /// `completion` gets a URL for `dynamicLink(fromCustomSchemeURL:)`, or an error of the domain
  /// `com.firebase.dynamicLinks`.
  public func resolveShortLink(
    _ url: URL, completion: @escaping @MainActor (URL?, (any Error)?) -> Void
  ) {
    Task { [session] in
      do {
        await completion(try await session.resolve(url), nil)
      } catch {
        await completion(nil, error)
      }
    }
  }

  /// Asks what a short link says.
  /// - Returns: a URL for `dynamicLink(fromCustomSchemeURL:)`.
  /// - Throws: `NSError` of the domain `com.firebase.dynamicLinks`.
  public func resolveShortLink(_ url: URL) async throws -> URL {
    try await session.resolve(url)
  }
}
