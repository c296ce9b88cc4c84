import BeckonBasics
import BeckonModel
import Foundation

/// What an install remembers in the app's user defaults.
final class InstallMemory: Sendable {
  /// Whether this install was told what led to it, under the key of the vendor's SDK: who replaces
  /// that with this one is not told again.
  private static let toldKey = "com.google.appinvite.openURL"
  /// Address and name of the person who signed in last.
  private static let profileKey = "beckon_person_profile"

  private let defaults: Locked<UserDefaults>

  init(_ defaults: sending UserDefaults) {
    self.defaults = Locked(defaults)
  }

  /// Whether it was told what led to it.
  var isTold: Bool { defaults.withLock { $0.bool(forKey: Self.toldKey) } }

  /// Notes that it is told.
  /// - Returns: whether it was not before.
  func claim() -> Bool {
    defaults.withLock { defaults in
      guard !defaults.bool(forKey: Self.toldKey) else { return false }
      defaults.set(true, forKey: Self.toldKey)
      return true
    }
  }

  /// What is known of a person; nothing of anybody but who signed in last.
  func profile(of person: String) -> PersonProfile {
    defaults.withLock { Self.profile(of: person, in: $0) }
  }

  /// Changes what is known of a person.
  func change(of person: String, _ change: (inout PersonProfile) -> Void) {
    defaults.withLock { defaults in
      var profile = Self.profile(of: person, in: defaults)
      change(&profile)
      var values = ["person": person]
      values["email"] = profile.email
      values["name"] = profile.name
      defaults.set(values, forKey: Self.profileKey)
    }
  }

  private static func profile(of person: String, in defaults: UserDefaults) -> PersonProfile {
    let values = defaults.dictionary(forKey: profileKey) ?? [:]
    guard values["person"] as? String == person else { return PersonProfile() }
    return PersonProfile(
      email: values["email"] as? String, name: values["name"] as? String)
  }
}
