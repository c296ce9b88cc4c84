import BeckonContract
import BeckonContractDynamicLinks
import BeckonModel
import BeckonSDK
import Foundation

extension DynamicLinksSession {
  /// What `sdk_version` says: the vendor's version whose names these are.
  private static let version = "10.29.0"

  /// What a link says with which the app was opened; `nil` when it is none of this app's.
  /// - Throws: `NSError` of the domain `com.firebase.dynamicLinks`.
  func read(_ url: URL) async throws -> DynamicLink? {
    let recognition = recognition
    if recognition.isShort(url) { return CustomSchemeURL.link(try await resolve(url)) }
    guard let link = recognition.long(url) else { return nil }
    // The link says all itself; that it was opened counts.
    _ = try await resolve(url)
    return link
  }

  /// Asks what a link says that the app was opened with.
  /// - Returns: the URL of the app's own scheme that tells of it.
  /// - Throws: `NSError` of the domain `com.firebase.dynamicLinks`.
  func resolve(_ url: URL) async throws -> URL {
    let response: TransportResponse
    do throws(BeckonError) {
      let client = try client()
      try await client.registerInstall(openedBy: url.absoluteString)
      let body: JSON = [
        "requestedLink": .string(url.absoluteString), "bundle_id": .string(information.bundleID),
        "sdk_version": .string(Self.version),
      ]
      response = try await ask(DynamicLinksClientRoute.reopen.route.path, body)
      if response.isFine { try client.noteArrival(by: url.absoluteString) }
    } catch {
      throw NSError.notResolved(url, because: error)
    }
    let answer = try? JSONReader.read(response.body)
    guard response.isFine else {
      throw NSError.notResolved(
        url, status: response.status, answer.flatMap(DynamicLinksFailure.init(json:)))
    }
    guard let answer, let told = CustomSchemeURL.url(answer, scheme: scheme) else {
      throw NSError.notResolved(url, because: nil)
    }
    return told
  }
}

extension TransportResponse {
  fileprivate var isFine: Bool { (200..<300).contains(status) }
}
