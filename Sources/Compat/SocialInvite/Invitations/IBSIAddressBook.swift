import BeckonBasics
import BeckonModel
import Foundation

/// Whom the phone's owner knows: the phone's address book, or any list that the app has.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class IBSIAddressBook: NSObject, Sendable {
  private let known: Locked<[IBSIPerson]?>
  let session: SocialInviteSession

  /// The phone's address book. It is read when somebody is looked for, once the owner allows it.
  public override convenience init() { self.init(session: .shared) }

  /// A list of the app's own.
  public convenience init(persons: [IBSIPerson]) {
    self.init(session: .shared, persons: persons)
  }

  init(session: SocialInviteSession, persons: [IBSIPerson]? = nil) {
    known = Locked(persons)
    self.session = session
    super.init()
  }

  /// Everybody, in no order. Setting it makes it a list of the app's own.
  public var persons: [IBSIPerson] {
    get {
      if let persons = known.withLock({ $0 }) { return persons }
      guard let read = read() else { return [] }
      return known.withLock { known in
        let persons = known ?? read
        known = persons
        return persons
      }
    }
    set { known.withLock { $0 = newValue } }
  }

  /// People of whom at least one number was invited, ordered by first name.
  public var invitedPersons: [IBSIPerson] { peopleOrderedByFirstName().filter { $0.isInvited() } }

  /// All others who have a number, ordered by first name.
  public var uninvitedPersons: [IBSIPerson] {
    peopleOrderedByFirstName().filter { !$0.isInvited() }
  }

  // MARK: Asking for it

  /// Whether the app may read the phone's address book.
  public static func authorizationStatus() -> IBSIAuthorizationStatus {
    SocialInviteSession.shared.surroundings.contacts.status()
  }

  /// Asks the phone's owner whether the app may read it. The answer comes on the main queue.
  public func requestAuthorization(completion: (@MainActor (Bool, NSError?) -> Void)?) {
    let session = session
    Task {
      var (isGranted, failure): (Bool, NSError?) = (false, nil)
      do {
        isGranted = try await session.surroundings.contacts.request()
      } catch {
        failure = error as NSError
      }
      let (granted, told) = (isGranted, failure)
      await MainActor.run { completion?(granted, told) }
    }
  }

  private func read() -> [IBSIPerson]? {
    let source = session.surroundings.contacts
    guard source.status() == .authorized else { return nil }
    do {
      return try source.contacts().map { IBSIPerson($0, session: session) }
    } catch {
      session.log("the address book cannot be read: \(error)")
      return nil
    }
  }

  // MARK: Looking somebody up

  /// How many people there are.
  public func numberOfPeople() -> Int { persons.count }

  /// Everybody who has a phone number, ordered by first name, then by last.
  public func peopleOrderedByFirstName() -> [IBSIPerson] {
    ordered { ($0.firstName, $0.lastName) }
  }

  /// Everybody who has a phone number, ordered by last name, then by first.
  public func peopleOrderedByLastName() -> [IBSIPerson] { ordered { ($0.lastName, $0.firstName) } }

  /// Somebody by their id; `nil` when there is nobody.
  public func person(withId personId: Int) -> IBSIPerson? {
    persons.first { $0.personId == personId }
  }

  /// The first who has a number, however it is written; `nil` when there is nobody.
  public func person(withMsisdn msisdn: String) -> IBSIPerson? {
    let number = PhoneText(msisdn)
    return persons.first { $0.has(number) }
  }

  /// How many people have this id.
  public func countPersons(withId personId: Int) -> Int {
    persons.count { $0.personId == personId }
  }

  /// Those of some people in whose name or numbers a text stands. Capital letters and accents make
  /// no difference; with an empty text it is everybody.
  public func searchThroughPeople(
    _ people: [IBSIPerson], withText searchText: String
  ) -> [IBSIPerson] {
    guard !searchText.isEmpty else { return people }
    let digits = PhoneText(searchText).digits
    return people.filter { person in
      let isNamed =
        person.name.range(of: searchText, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      return isNamed || person.isNumbered(digits)
    }
  }

  private func ordered(
    _ key: (IBSIPerson) -> (String, String)
  ) -> [IBSIPerson] {
    let named = persons.filter { !$0.phoneNumbers.isEmpty }.map { (key: key($0), person: $0) }
    return named.sorted { left, right in
      let first = left.key.0.compare(right.key.0, options: Self.order)
      let order =
        first == .orderedSame ? left.key.1.compare(right.key.1, options: Self.order) : first
      return order == .orderedAscending
    }.map(\.person)
  }

  private static let order: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
}

extension IBSIPerson {
  /// Whether it is one of their numbers.
  fileprivate func has(_ number: PhoneText) -> Bool {
    !number.digits.isEmpty && phoneNumbers.contains { PhoneText($0).digits == number.digits }
  }

  /// Whether these digits stand in one of their numbers.
  fileprivate func isNumbered(_ digits: String) -> Bool {
    !digits.isEmpty && phoneNumbers.contains { PhoneText($0).digits.contains(digits) }
  }
}

extension IBSIAddressBook {
  /// Somebody of the people who are known already, without reading the phone's address book: what
  /// is sent must not make the phone ask its owner anything.
  func knownPerson(withId personId: Int) -> IBSIPerson? {
    known.withLock { $0 }?.first { $0.personId == personId }
  }

  /// The first of them who has a number.
  func knownPerson(with number: PhoneText) -> IBSIPerson? {
    known.withLock { $0 }?.first { $0.has(number) }
  }
}
