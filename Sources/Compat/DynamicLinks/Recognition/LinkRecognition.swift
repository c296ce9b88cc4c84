import BeckonContractDynamicLinks
import BeckonModel
import Foundation

/// Which URLs are dynamic links: by their host, or by the prefixes of the app's own domains.
struct LinkRecognition: Sendable, Hashable {
  private static let vendorHosts = ["page.link", "app.goo.gl", "app.google"]
  private static let bareHosts = ["goo.gl", "page.link", "app.google"]

  /// Host and path of each own domain: `links.example.com/promo`.
  private let prefixes: [String]

  /// - Parameter domains: `https://links.example.com/promo`, also without scheme.
  init(domains: [String]) {
    prefixes = domains.map(Self.withoutScheme).filter { !$0.isEmpty }
  }

  /// Whether a URL is a dynamic link.
  func isLink(_ url: URL) -> Bool {
    guard let text = URLText(url.absoluteString), text.isWeb else { return false }
    return isCustom(text) || Self.isVendors(text)
  }

  /// Whether it is one that only the server can read.
  func isShort(_ url: URL) -> Bool {
    guard isLink(url), let text = URLText(url.absoluteString) else { return false }
    let path = text.text(text.path)
    guard !path.lowercased().hasPrefix("/link/dismiss") else { return false }
    return path.split(on: "/").contains { !$0.isEmpty }
  }

  /// What a long link says; `nil` when a URL is none.
  func long(_ url: URL) -> DynamicLink? {
    guard isLink(url) else { return nil }
    let parameters = QueryText(url.absoluteString.queryText).parameters
    let link = DynamicLinkParameter.link.rawValue
    guard parameters.contains(where: { $0.name == link && !$0.value.isEmpty }) else { return nil }
    return DynamicLink(parameters, link: link, type: .unique)
  }

  // MARK: Own domains

  private func isCustom(_ url: URLText) -> Bool {
    let whole = Self.withoutScheme(String(decoding: url.bytes, as: UTF8.self))
    return prefixes.contains { prefix in
      guard whole.hasPrefix(prefix) else { return false }
      let rest = Array(whole.utf8.dropFirst(prefix.utf8.count))
      guard rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?") else {
        return false
      }
      let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
      return path.count > 1 || Self.holdsLink(url)
    }
  }

  /// Host in lower case and all behind it, without a slash at the end.
  private static func withoutScheme(_ text: String) -> String {
    let whole = text.has(text: "://") ? text : "https://" + text
    guard let url = URLText(whole), let authority = url.authority else { return "" }
    let rest = url.text(authority.upperBound..<url.bytes.count)
    let trimmed = rest.hasSuffix("/") ? String(rest.dropLast()) : rest
    return url.text(authority).lowercased() + trimmed
  }

  // MARK: The vendor's domains

  private static func isVendors(_ url: URLText) -> Bool {
    guard let host = url.hostAndPort?.host else { return false }
    let path = url.text(url.path)
    if bareHosts.contains(host) { return path.hasPrefix("/app") }
    guard vendorHosts.contains(where: { isSubdomain(host, of: $0) }) else { return false }
    return path.hasPrefix("/i/") && path.utf8.count > 3 || holdsLink(url) || isCode(path)
  }

  /// One label before the domain.
  private static func isSubdomain(_ host: String, of domain: String) -> Bool {
    guard host.hasSuffix("." + domain) else { return false }
    let label = host.utf8.dropLast(domain.utf8.count + 1)
    return !label.isEmpty && !label.contains(UInt8(ascii: "."))
  }

  /// Exactly one segment of letters, digits, `-` and `_`.
  private static func isCode(_ path: String) -> Bool {
    let code = path.utf8.dropFirst()
    return !code.isEmpty
      && code.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
  }

  /// Whether the query has a deep link of the web.
  private static func holdsLink(_ url: URLText) -> Bool {
    guard let query = url.query,
      let link = QueryText(url.bytes[query]).value(of: DynamicLinkParameter.link.rawValue)
    else { return false }
    return URLText(link)?.isWeb ?? false
  }
}
