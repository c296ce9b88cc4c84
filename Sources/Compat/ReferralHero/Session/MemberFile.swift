import BeckonBasics
import BeckonContractReferralHero
import BeckonModel
import Foundation

/// The member who uses the app, kept in the user defaults under the vendor's own key, so that who
/// is a member when the app changes its import stays one.
final class MemberFile: Sendable {
  /// The key under which the vendor's SDK keeps the whole answer.
  static let answerKey = "User"
  /// The key of the token, which the server tells only once.
  static let tokenKey = "BeckonReferralHeroToken"

  private let defaults: Locked<UserDefaults>

  init(_ defaults: sending UserDefaults) { self.defaults = Locked(defaults) }

  /// The member's id; empty before somebody has joined.
  var id: String { answer?["data"]?["id"]?.string ?? "" }

  /// The answer that was kept last.
  var answer: JSON? {
    let data = defaults.withLock { defaults in
      defaults.data(forKey: Self.answerKey)
        ?? defaults.string(forKey: Self.answerKey).map { Data($0.utf8) }
    }
    return data.flatMap { try? JSONReader.read(Array($0)) }
  }

  /// What proves that the app is the member's.
  var token: String? { defaults.withLock { $0.string(forKey: Self.tokenKey) } }

  /// Keeps an answer that names a member. One without an id would make the app forget who it is.
  func keep(_ answer: JSON) {
    guard answer["data"]?["id"]?.string?.isEmpty == false else { return }
    defaults.withLock { defaults in
      defaults.set(Data(answer.bytes), forKey: Self.answerKey)
      if let token = answer["data"]?[ReferralHero.tokenMember]?.string {
        defaults.set(token, forKey: Self.tokenKey)
      }
    }
  }

  /// Forgets the member.
  func forget() {
    defaults.withLock { defaults in
      defaults.removeObject(forKey: Self.answerKey)
      defaults.removeObject(forKey: Self.tokenKey)
    }
  }
}
