import BeckonBasics
import BeckonContract
import BeckonModel

/// Owns the state file. A damaged one is set aside and the install gets a new identity; one that
/// cannot be read for now is left alone.
actor IdentityStore {
  static let fileName = "state.json"

  private let path: String
  private let files: FileAccess
  private let ambient: Ambient
  private var state: ClientState?
  /// The number of the last identification or log-out.
  private(set) var identification = 0

  init(directory: String, files: FileAccess, ambient: Ambient) {
    path = directory + "/" + Self.fileName
    self.files = files
    self.ambient = ambient
  }

  /// The state.
  /// - Throws: `BeckonError.storageUnavailable`.
  func current() throws(BeckonError) -> ClientState {
    if let state { return state }
    do {
      let loaded = try load()
      state = loaded
      return loaded
    } catch {
      throw error.asBeckonError
    }
  }

  /// Changes the state, on disk before in memory.
  /// - Throws: `BeckonError.storageUnavailable`; the state is unchanged then.
  @discardableResult
  func update(
    _ change: @Sendable (inout ClientState) -> Void
  ) throws(BeckonError) -> ClientState {
    let old = try current()
    var new = old
    change(&new)
    guard new != old else { return old }
    do {
      try files.overwrite(path, content: new.bytes)
    } catch {
      throw error.asBeckonError
    }
    state = new
    return new
  }

  /// The number of an identification that begins now; an earlier one that is answered later does
  /// not count any more.
  func beginIdentification() -> Int {
    identification += 1
    return identification
  }

  /// Keeps the person of an identification, unless another or a log-out came after it.
  func finishIdentification(
    _ number: Int, _ answer: IdentifyPerson.Response, userID: String?, consent: String?
  ) throws(BeckonError) {
    guard number == identification else { return }
    let person = BeckonPerson(answer)
    try update { state in
      let isSame = state.person?.id == person.id
      state.personToken = answer.token ?? (isSame ? state.personToken : nil)
      state.person = person
      state.userID = userID ?? (isSame ? state.userID : nil)
      state.consent = consent ?? (isSame ? state.consent : nil)
      state.arrival = nil
    }
  }

  /// Keeps the token that somebody who is identified got once more, unless another identification
  /// or a log-out came after the one with this number.
  func finishRenewal(
    _ number: Int, _ answer: IdentifyPerson.Response
  ) throws(BeckonError) {
    guard number == identification, let token = answer.token else { return }
    try update { state in
      state.person = BeckonPerson(answer)
      state.personToken = token
    }
  }

  /// Takes the link that was opened before the registration, if it is this one and still waits. Who
  /// gets `true` sends it.
  func claim(openedLink link: String) throws(BeckonError) -> Bool {
    guard try current().openedLink == link else { return false }
    try update { $0.openedLink = nil }
    return true
  }

  /// Forgets the person.
  func reset() throws(BeckonError) {
    identification += 1
    let anonymousID = ambient.identifier().uuid
    try update { state in
      state.person = nil
      state.personToken = nil
      state.userID = nil
      state.consent = nil
      state.arrival = nil
      state.anonymousID = anonymousID
    }
  }

  private func load() throws(FileError) -> ClientState {
    do {
      if let state = ClientState(try files.read(path)) { return state }
      _ = files.rename(path, path + ".damaged")
    } catch {
      if error.isOnlyUnavailable { throw error }
      if !error.isMissing { _ = files.rename(path, path + ".damaged") }
    }
    let state = ClientState(installID: ambient.identifier().uuid)
    try files.overwrite(path, content: state.bytes)
    return state
  }
}
