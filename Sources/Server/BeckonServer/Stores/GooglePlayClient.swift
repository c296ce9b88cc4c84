import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel

/// Asks Google Play about purchases (Google Play Developer API, version 3), in the name of each
/// app's service account.
final class GooglePlayClient: Sendable {
  private static let scope = "https://www.googleapis.com/auth/androidpublisher"
  /// Seconds for which an assertion is valid.
  private static let assertionSeconds: Int64 = 600
  /// Accounts whose tokens are kept.
  private static let tokensMax = 1_000

  private struct Token {
    let text: String
    let until: Instant
  }

  private let apiURL: String
  private let tokenURL: String
  private let web: StoreWeb
  private let now: @Sendable () -> Instant
  private let tokens = Locked<[PlayStore: Token]>([:])

  init(
    apiURL: String, tokenURL: String, web: StoreWeb, now: @escaping @Sendable () -> Instant
  ) {
    self.apiURL = apiURL
    self.tokenURL = tokenURL
    self.web = web
    self.now = now
  }

  /// What Google knows of a purchase.
  enum Answer: Sendable {
    /// It was paid for.
    case paid(StoreTransaction, changedAt: Instant)
    /// It was not.
    case unpaid
    /// Google did not say, for this reason.
    case failed(String)
  }

  /// Asks about a purchase of an app's.
  func ask(_ purchase: GoogleNotice.Purchase, of app: AndroidApp, _ play: PlayStore) async -> Answer
  {
    do {
      let found = try await find(purchase, of: app, play)
      guard let order = found.order else { return .unpaid }
      let fields = try Fields(try await get("orders/" + Route.percentEncoded(order), app, play))
      guard let transaction = try StoreTransaction(googlePlay: fields, found) else {
        return .unpaid
      }
      return .paid(transaction, changedAt: try StoreTransaction.lastChange(ofGooglePlay: fields))
    } catch let failure as Failure {
      return .failed(failure.reason)
    } catch let error as FieldError {
      return .failed("an order whose '\(error.path)' \(error.reason)")
    } catch {
      return .failed("\(error)")
    }
  }

  private struct Failure: Error {
    let reason: String
  }

  private func find(
    _ purchase: GoogleNotice.Purchase, of app: AndroidApp, _ play: PlayStore
  ) async throws -> GooglePurchase {
    switch purchase {
    case .subscription(let token):
      let path = "purchases/subscriptionsv2/tokens/" + Route.percentEncoded(token)
      return GooglePurchase(subscription: try await get(path, app, play))
    case .product(let id, let token):
      let path =
        "purchases/products/" + Route.percentEncoded(id) + "/tokens/" + Route.percentEncoded(token)
      return GooglePurchase(product: try await get(path, app, play))
    case .order(let id): return GooglePurchase(order: id)
    }
  }

  private func get(_ path: String, _ app: AndroidApp, _ play: PlayStore) async throws -> JSON {
    let token = try await accessToken(play)
    let package = Route.percentEncoded(app.package)
    let url = apiURL + "/androidpublisher/v3/applications/\(package)/" + path
    let answer = await web.send(url, token, nil)
    if answer.status == 401 { tokens.withLock { $0[play] = nil } }
    guard answer.status == 200, let json = try? JSONReader.read(answer.body) else {
      throw Failure(reason: "the API answers \(answer.status.map(String.init) ?? "nothing")")
    }
    return json
  }

  // MARK: The account

  private func accessToken(_ play: PlayStore) async throws -> String {
    let time = now()
    if let known = tokens.withLock({ $0[play] }), known.until > time { return known.text }
    let answer = await web.send(
      tokenURL, nil,
      .form([
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": try assertion(play, at: time),
      ]))
    guard answer.status == 200, let json = try? JSONReader.read(answer.body),
      let text = json["access_token"]?.string
    else {
      let status = answer.status.map(String.init) ?? "nothing"
      throw Failure(reason: "the service account gets no access: \(status)")
    }
    let seconds = min(max(json["expires_in"]?.integer ?? 0, 0), 3_600) - 60
    tokens.withLock { tokens in
      if tokens.count >= Self.tokensMax { tokens = [:] }
      tokens[play] = Token(text: text, until: time.adding(milliseconds: seconds * 1_000))
    }
    return text
  }

  /// A JSON Web Token that the account signs itself (RFC 7523).
  private func assertion(_ play: PlayStore, at time: Instant) throws -> String {
    let seconds = time.milliseconds / 1_000
    let header: JSON = ["alg": "RS256", "typ": "JWT"]
    let claims: JSON = [
      "iss": .string(play.accountEmail), "scope": .string(Self.scope), "aud": .string(tokenURL),
      "iat": .integer(seconds), "exp": .integer(seconds + Self.assertionSeconds),
    ]
    let signed = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims.bytes)
    guard let signature = RSAPrivateKey(pem: play.accountKey)?.sign(Array(signed.utf8)) else {
      throw Failure(reason: "the service account's key does not sign")
    }
    return signed + "." + Base64.url.encode(signature)
  }
}
