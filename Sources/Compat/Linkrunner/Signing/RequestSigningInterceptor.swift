import BeckonBasics
import BeckonModel
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Signs requests on their way out, once it was given a secret. A request that waited is signed
/// anew with each try, so the secret is in no file and the timestamp is fresh.
public final class RequestSigningInterceptor: NSObject, Sendable {
  private let generator = Locked<HmacSignatureGenerator?>(nil)
  private let ambient: Ambient

  /// An interceptor that has no secret yet and changes nothing.
  public override convenience init() { self.init(ambient: .system) }

  init(ambient: Ambient) {
    self.ambient = ambient
    super.init()
  }

  /// Takes a secret and its id.
  public func configure(secretKey: String, keyId: String) {
    let made = HmacSignatureGenerator(secretKey: secretKey, keyId: keyId)
    generator.withLock { $0 = made }
  }

  /// Forgets the secret.
  public func reset() { generator.withLock { $0 = nil } }

  /// The request with its signature; unchanged without a secret.
  public func signRequest(_ request: URLRequest) -> URLRequest {
    var request = request
    for (name, value) in signature(of: request.httpBody.map(Array.init) ?? []) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  /// Signs a request and sends it.
  /// - Throws: `URLError`.
  public func signAndSendRequest(_ request: URLRequest) async throws -> (Data, URLResponse) {
    try await URLSession.shared.data(for: signRequest(request))
  }

  /// The header fields that sign a body; none without a secret.
  func signature(of body: [UInt8]) -> [String: String] {
    guard let generator = generator.withLock({ $0 }) else { return [:] }
    return generator.signRequest(body: body, timestamp: ambient.now().milliseconds).headers
  }
}
