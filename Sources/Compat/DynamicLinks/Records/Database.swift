import BeckonModel
import BeckonSDK
import Foundation

/// The record of the person who uses the app, as a tree below `users/‹uid›`.
public final class Database: Sendable {
  private static let instance = Database(.shared)

  private let session: DynamicLinksSession

  init(_ session: DynamicLinksSession) { self.session = session }

  /// The one instance.
  public class func database() -> Database { instance }

  /// The root of the tree.
  public func reference() -> DatabaseReference { DatabaseReference(session, []) }

  /// A place in the tree: `users/‹uid›/level`.
  public func reference(withPath path: String) -> DatabaseReference { reference().child(path) }
}

/// What only the server knows.
public enum ServerValue {
  /// The server's time when it stores the value, in milliseconds since 1970.
  public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

  /// The number that stands there, and so much more.
  public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
    [".sv": ["increment": delta]]
  }
}

extension NSError {
  /// The vendor's domain of errors about records.
  static let recordDomain = "com.firebase"

  /// A record was not read or written.
  static func record(_ error: BeckonError) -> NSError {
    NSError(
      domain: recordDomain, code: 0,
      userInfo: [
        NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error,
      ])
  }

  /// An app reads and writes the record of the person who uses it, and no other.
  static func permissionDenied(_ path: String) -> NSError {
    NSError(
      domain: recordDomain, code: 1,
      userInfo: [
        NSLocalizedDescriptionKey:
          "Permission denied for '\(path)': an app reads and writes what is "
          + "below users/ and the id of the person who is signed in. All else is your server's, "
          + "with a secret key."
      ])
  }

  /// What this does not offer.
  static func unsupported(_ what: String) -> NSError {
    NSError(domain: recordDomain, code: 2, userInfo: [NSLocalizedDescriptionKey: what])
  }
}
