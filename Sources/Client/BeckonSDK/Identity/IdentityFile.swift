import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

/// Owns the state file. A damaged one is set aside and the install gets a new identity; one that
/// cannot be read for now is left alone.
///
/// Whoever only reads never waits for the disk, save the first time.
final class IdentityFile: Sendable {
  static let fileName = "state.json"

  private struct Known {
    var state: ClientState?
    /// The number of the last identification or log-out.
    var identification = 0
    var isEnded = false
  }

  private let path: String
  private let files: FileAccess
  private let ambient: Ambient
  private let known = Locked(Known())
  /// Held by whoever touches the file; nobody reads the byte in it. A value without a size would
  /// lie at the very head of its object, and a look at that head, which each makes before the lock
  /// is held, would be a race to the thread sanitizer.
  private let file = Locked(UInt8(0))

  init(directory: String, files: FileAccess, ambient: Ambient) {
    path = directory + "/" + Self.fileName
    self.files = files
    self.ambient = ambient
  }

  /// The number of the last identification or log-out.
  var identification: Int { known.withLock { $0.identification } }

  /// The state.
  /// - Throws: `BeckonError.storageUnavailable`.
  func current() throws(BeckonError) -> ClientState {
    if let state = known.withLock({ $0.state }) { return state }
    return try file.attempt { _ throws(BeckonError) in try loaded() }
  }

  /// Changes the state, on disk before in memory.
  /// - Throws: `BeckonError.storageUnavailable`; the state is unchanged then.
  @discardableResult
  func update(
    _ change: (inout ClientState) -> Void
  ) throws(BeckonError) -> ClientState {
    try file.attempt { _ throws(BeckonError) in try written(change) }
  }

  /// The number of an identification that begins now; an earlier one that is answered later does
  /// not count any more.
  func beginIdentification() -> Int {
    known.withLock { known in
      known.identification += 1
      return known.identification
    }
  }

  /// Keeps the person of an identification, unless another or a log-out came after it.
  func finishIdentification(
    _ number: Int, _ answer: IdentifyPerson.Response, userID: String?, consent: String?
  ) throws(BeckonError) {
    try finish(number) { state in
      let person = BeckonPerson(answer)
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
    guard let token = answer.token else { return }
    try finish(number) { state in
      state.person = BeckonPerson(answer)
      state.personToken = token
    }
  }

  /// Takes a link that was opened before the registration, if it still waits. Who gets `true` sends
  /// it.
  func claim(openedLink link: String) throws(BeckonError) -> Bool {
    try file.attempt { _ throws(BeckonError) in
      guard try loaded().openedLinks.contains(link) else { return false }
      try written { $0.forget(openedLink: link) }
      return true
    }
  }

  /// Ends the work, before another client may take the directory: from now on whatever would touch
  /// the file throws `BeckonError.closed`.
  func end() {
    file.withLock { _ in known.withLock { $0.isEnded = true } }
  }

  /// The state as it stands in the file, for who may not write there; `nil` when there is none.
  static func state(readIn directory: URL) -> ClientState? {
    let path = directory.appendingPathComponent(fileName).path
    return (try? FileAccess.system.read(path)).flatMap { ClientState($0) }
  }

  /// Forgets the person.
  func reset() throws(BeckonError) {
    let anonymousID = ambient.identifier().uuid
    try file.attempt { _ throws(BeckonError) in
      _ = beginIdentification()
      try written { state in
        state.person = nil
        state.personToken = nil
        state.userID = nil
        state.consent = nil
        state.arrival = nil
        state.anonymousID = anonymousID
      }
    }
  }
}

// MARK: - With the file held

extension IdentityFile {
  private func finish(
    _ number: Int, _ change: (inout ClientState) -> Void
  ) throws(BeckonError) {
    try file.attempt { _ throws(BeckonError) in
      guard number == identification else { return }
      try written(change)
    }
  }

  @discardableResult
  private func written(
    _ change: (inout ClientState) -> Void
  ) throws(BeckonError) -> ClientState {
    let old = try loaded()
    var new = old
    change(&new)
    guard new != old else { return old }
    try expectOpen()
    do throws(FileError) {
      try files.overwrite(path, content: new.bytes)
    } catch {
      throw error.asBeckonError
    }
    known.withLock { [new] in $0.state = new }
    return new
  }

  private func loaded() throws(BeckonError) -> ClientState {
    if let state = known.withLock({ $0.state }) { return state }
    try expectOpen()
    do throws(FileError) {
      let state = try load()
      known.withLock { $0.state = state }
      return state
    } catch {
      throw error.asBeckonError
    }
  }

  private func expectOpen() throws(BeckonError) {
    guard !known.withLock({ $0.isEnded }) else { throw .closed }
  }

  private func load() throws(FileError) -> ClientState {
    do throws(FileError) {
      if let state = ClientState(try files.read(path)) { return state }
      _ = files.rename(path, path + ".damaged")
    } catch {
      guard error.isMissing else { throw error }
    }
    let state = ClientState(installID: ambient.identifier().uuid)
    try files.overwrite(path, content: state.bytes)
    return state
  }
}
