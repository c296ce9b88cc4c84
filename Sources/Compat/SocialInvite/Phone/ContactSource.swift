import BeckonBasics
import BeckonModel
import Foundation

#if canImport(Contacts)
  import Contacts
#endif

/// Whether the app may read the phone's address book.
#if canImport(ObjectiveC)
  @objc
#endif
public enum IBSIAuthorizationStatus: Int, Sendable, CaseIterable {
  /// Nobody was asked.
  case notDetermined = 0
  /// The phone's owner cannot allow it.
  case restricted
  /// The phone's owner does not want it.
  case denied
  /// It may.
  case authorized
}

/// Somebody as an address book knows them.
struct Contact: Sendable, Hashable {
  /// Who it is, as long as the app runs.
  let id: Int
  let firstName: String
  let lastName: String
  let phoneNumbers: [String]
  var thumbnail: Data?
}

/// Where people come from; a test and an app without an address book have lists of their own.
struct ContactSource: Sendable {
  /// Whether it may be read.
  var status: @Sendable () -> IBSIAuthorizationStatus
  /// Asks the phone's owner.
  var request: @Sendable () async throws -> Bool
  /// Everybody in it.
  var contacts: @Sendable () throws -> [Contact]

  #if !canImport(Contacts)
    /// There is none.
    static let system = ContactSource(
      status: { .restricted }, request: { false }, contacts: { [] })
  #endif
}

#if canImport(Contacts)
  extension ContactSource {
    /// The phone's.
    static let system = ContactSource(
      status: { IBSIAuthorizationStatus(CNContactStore.authorizationStatus(for: .contacts)) },
      request: { try await CNContactStore().requestAccess(for: .contacts) },
      contacts: { try systemContacts() })

    private static func systemContacts() throws -> [Contact] {
      let keys = [
        CNContactGivenNameKey, CNContactFamilyNameKey, CNContactPhoneNumbersKey,
        CNContactThumbnailImageDataKey,
      ]
      let request = CNContactFetchRequest(keysToFetch: keys.map { $0 as NSString })
      var (found, ids): ([Contact], ContactIDs) = ([], ContactIDs())
      try CNContactStore().enumerateContacts(with: request) { contact, _ in
        found.append(
          Contact(
            id: ids.id(of: contact.identifier), firstName: contact.givenName,
            lastName: contact.familyName,
            phoneNumbers: contact.phoneNumbers.map(\.value.stringValue),
            thumbnail: contact.thumbnailImageData))
      }
      return found
    }
  }

  extension IBSIAuthorizationStatus {
    /// As the system says it. Who allows some contacts allows to read these.
    init(_ status: CNAuthorizationStatus) {
      switch status {
      case .notDetermined: self = .notDetermined
      case .restricted: self = .restricted
      case .denied: self = .denied
      default: self = .authorized
      }
    }
  }
#endif

/// Numbers for people whom the system knows by texts. The same text always gets the same number,
/// unless two of one address book would have the same.
struct ContactIDs {
  private var taken: [Int: String] = [:]

  /// The number of somebody, from 1 to 2,147,483,647.
  mutating func id(of text: String) -> Int {
    let digest = Hash.sha256(Array(text.utf8))
    let hash = digest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    var id = max(1, hash & Int(Int32.max))
    while let known = taken[id], known != text { id = id == Int(Int32.max) ? 1 : id + 1 }
    taken[id] = text
    return id
  }
}
