import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// What an install remembers in the app's user defaults, under the keys that the vendor's clients
/// use: who replaces them with this one keeps each install's identity.
final class InstallRecord: Sendable {
  private static let installIDKey = "linkrunner_install_instance_id"
  /// The REST client's key and the SDK's.
  private static let installTimeKeys = [
    "linkrunner_install_time", "linkrunner_app_install_time",
  ]
  private static let userIDKey = "linkrunner_user_id"
  /// Beckon's own: the SDK's anonymous id when the user id was set. Each log-out changes that id,
  /// and then the user id counts no more.
  private static let userSessionKey = "beckon_user_session"
  private static let conversionKey = "linkrunner_conversion_value"

  private let defaults: Locked<UserDefaults>
  private let ambient: Ambient
  private let directory: @Sendable () -> URL?

  /// - Parameter directory: where the app's client keeps its files.
  init(
    defaults: sending UserDefaults, ambient: Ambient,
    directory: @autoclosure @escaping @Sendable () -> URL?
  ) {
    self.defaults = Locked(defaults)
    self.ambient = ambient
    self.directory = directory
  }

  /// The install's id, which is that of the whole app: a UUID, or the 20 letters and digits that
  /// the vendor's SDK left.
  func installID() -> String {
    defaults.withLock { defaults in
      let known = defaults.string(forKey: Self.installIDKey).flatMap { $0.isEmpty ? nil : $0 }
      let shared = directory().flatMap { try? Beckon.installID(in: $0, known: known) }
      let id = shared ?? known ?? ambient.identifier().uuid
      if id != known { defaults.set(id, forKey: Self.installIDKey) }
      return id
    }
  }

  /// When the app was started first; now, with the first call.
  @discardableResult
  func installTime() -> Instant {
    defaults.withLock { defaults in
      for key in Self.installTimeKeys {
        if let date = defaults.object(forKey: key) as? Date { return date.instant }
      }
      let now = ambient.now()
      defaults.set(Date(now), forKey: Self.installTimeKeys[0])
      return now
    }
  }

  /// Seconds from the install to a moment; 0 for one before it.
  func seconds(until moment: Instant) -> Double {
    Double(max(0, moment.milliseconds(since: installTime()))) / 1_000
  }

  /// The app's own id of the person, as it was set last; `nil` if the SDK was told of a log-out
  /// since.
  var userID: String? {
    get {
      let session = userSession
      return defaults.withLock { defaults in
        let known = defaults.string(forKey: Self.userSessionKey)
        let isOver = session != nil && known != nil && session != known
        return isOver ? nil : defaults.string(forKey: Self.userIDKey)
      }
    }
    set {
      let session = userSession
      defaults.withLock { defaults in
        defaults.set(newValue, forKey: Self.userIDKey)
        defaults.set(session, forKey: Self.userSessionKey)
      }
    }
  }

  private var userSession: String? { directory().flatMap(Beckon.anonymousID(in:)) }

  /// Takes a fine conversion value if it is not below the one that is stored.
  /// - Returns: whether it was taken, and what was stored before.
  func raise(conversion fine: Int) -> (isTaken: Bool, earlier: Int?) {
    defaults.withLock { defaults in
      let earlier = defaults.object(forKey: Self.conversionKey) as? Int
      guard fine >= earlier ?? 0 else { return (false, earlier) }
      defaults.set(fine, forKey: Self.conversionKey)
      return (true, earlier)
    }
  }

  /// Puts back what was stored before a value that could not be applied.
  func restore(conversion earlier: Int?) {
    defaults.withLock { $0.set(earlier, forKey: Self.conversionKey) }
  }

  /// The fine conversion value that was applied last.
  var conversion: Int? {
    defaults.withLock { $0.object(forKey: Self.conversionKey) as? Int }
  }
}
