import BeckonContract
import BeckonContractDynamicLinks
import BeckonModel
import BeckonSDK
import Foundation

extension DynamicLinkComponents {
  /// Shortens the link.
  ///
  /// `completion` gets the short link and warnings about it, or an error of the domain
  /// `com.firebase.durabledeeplink`.
  public func shorten(completion: @escaping @MainActor (URL?, [String]?, (any Error)?) -> Void) {
    Self.shorten(url, options: options, completion: completion)
  }

  /// Shortens the link.
  /// - Returns: the short link, and warnings about it.
  /// - Throws: `NSError` of the domain `com.firebase.durabledeeplink`.
  public func shorten() async throws -> (URL, [String]) {
    let (url, length) = (url?.absoluteString, options?.pathLength ?? .default)
    return try await DynamicLinksSession.shared.shorten(url, length)
  }

  /// Shortens any long link.
  ///
  /// `completion` gets the short link and warnings about it, or an error of the domain
  /// `com.firebase.durabledeeplink`.
  public class func shortenURL(
    _ url: URL, options: DynamicLinkComponentsOptions?,
    completion: @escaping @MainActor (URL?, [String]?, (any Error)?) -> Void
  ) {
    shorten(url, options: options, completion: completion)
  }

  /// Shortens any long link.
  /// - Returns: the short link, and warnings about it.
  /// - Throws: `NSError` of the domain `com.firebase.durabledeeplink`.
  public class func shortenURL(
    _ url: URL, options: DynamicLinkComponentsOptions?
  ) async throws -> (URL, [String]) {
    let length = options?.pathLength ?? .default
    return try await DynamicLinksSession.shared.shorten(url.absoluteString, length)
  }

  private class func shorten(
    _ url: URL?, options: DynamicLinkComponentsOptions?,
    completion: @escaping @MainActor (URL?, [String]?, (any Error)?) -> Void
  ) {
    let (text, length) = (url?.absoluteString, options?.pathLength ?? .default)
    Task {
      do {
        let (short, warnings) = try await DynamicLinksSession.shared.shorten(text, length)
        await completion(short, warnings.isEmpty ? nil : warnings, nil)
      } catch {
        await completion(nil, nil, error)
      }
    }
  }
}

extension ShortDynamicLinkPathLength {
  /// The word on the wire; none for what the server chooses.
  var word: String? {
    switch self {
    case .default: nil
    case .short: "SHORT"
    case .unguessable: "UNGUESSABLE"
    }
  }
}

extension DynamicLinksSession {
  /// Asks for the short link of a long one.
  /// - Throws: `NSError` of the domain `com.firebase.durabledeeplink`.
  func shorten(
    _ long: String?, _ length: ShortDynamicLinkPathLength
  ) async throws -> (URL, [String]) {
    guard let long else { throw NSError.notShortened("Unable to produce long URL") }
    let suffix = length.word.map { ["option": .string($0)] as JSON }
    let body = JSON.object(["longDynamicLink": .string(long), "suffix": suffix])
    let response: TransportResponse
    do throws(BeckonError) {
      response = try await ask(DynamicLinksClientRoute.shorten.route.path, body)
    } catch {
      throw NSError.notShortened(error.description, because: error)
    }
    guard let answer = try? JSONReader.read(response.body) else {
      throw NSError.notShortened("Unrecognized server response")
    }
    guard let url = answer["shortLink"]?.string.flatMap(URL.init(string:)) else {
      throw NSError.notShortened(DynamicLinksFailure(json: answer))
    }
    let warnings = answer["warning"]?.elements ?? []
    return (url, warnings.compactMap { $0["warningMessage"]?.string })
  }
}
