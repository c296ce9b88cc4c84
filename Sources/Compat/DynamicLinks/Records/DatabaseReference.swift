import BeckonModel
import BeckonSDK
import Foundation

/// A place in the tree of records. What is written goes through the SDK's queue: it waits on the
/// device's disk while there is no network, in its order.
public final class DatabaseReference: Sendable {
  let session: DynamicLinksSession
  private let keys: [String]

  init(_ session: DynamicLinksSession, _ keys: [String]) {
    self.session = session
    self.keys = keys
  }

  /// The last key; `nil` at the root.
  public var key: String? { keys.last }

  /// The place above; `nil` at the root.
  public var parent: DatabaseReference? {
    keys.isEmpty ? nil : DatabaseReference(session, keys.dropLast())
  }

  /// The root of the tree.
  public var root: DatabaseReference { DatabaseReference(session, []) }

  /// A place below: a key, or several with slashes between them.
  public func child(_ path: String) -> DatabaseReference {
    DatabaseReference(session, keys + path.split(on: "/"))
  }

  /// The same.
  public func child(byAppendingPath path: String) -> DatabaseReference { child(path) }

  /// The place in the record of the person who is signed in.
  /// - Throws: `NSError`.
  func place() throws -> BeckonRecord {
    let path = keys.joined(separator: "/")
    do throws(BeckonError) {
      let client = try session.client()
      guard keys.count >= 2, keys[0] == "users", let person = try client.person(),
        keys[1] == person.id
      else { throw .notIdentified }
      return client.record(keys.dropFirst(2).joined(separator: "/"))
    } catch .notIdentified {
      throw NSError.permissionDenied(path)
    } catch {
      throw NSError.record(error)
    }
  }
}

// MARK: - Writing

extension DatabaseReference {
  /// Sets what stands here; `nil` removes it.
  public func setValue(_ value: Any?) { setValue(value) { _, _ in } }

  /// Sets what stands here; `nil` removes it.
  ///
  /// `block` is called when the server has it, or it waits on the device's disk.
  public func setValue(
    _ value: Any?,
    withCompletionBlock block: @escaping @MainActor ((any Error)?, DatabaseReference) -> Void
  ) {
    let value = BeckonValue(json: value.map { JSON(foundation: $0) } ?? .null)
    write(block) { try await $0.set(value) }
  }

  /// Sets what stands here; `nil` removes it.
  /// - Throws: `NSError` of the domain `com.firebase`.
  @discardableResult
  public func setValue(_ value: Any?) async throws -> DatabaseReference {
    let value = BeckonValue(json: value.map { JSON(foundation: $0) } ?? .null)
    return try await write { try await $0.set(value) }
  }

  /// Sets what stands at paths below, all or none; what is left out stays.
  public func updateChildValues(_ values: [AnyHashable: Any]) {
    updateChildValues(values) { _, _ in }
  }

  /// Sets what stands at paths below, all or none; what is left out stays.
  ///
  /// `block` is called when the server has it, or it waits on the device's disk.
  public func updateChildValues(
    _ values: [AnyHashable: Any],
    withCompletionBlock block: @escaping @MainActor ((any Error)?, DatabaseReference) -> Void
  ) {
    let values = Self.values(values)
    write(block) { try await $0.update(values) }
  }

  /// Sets what stands at paths below, all or none; what is left out stays.
  /// - Throws: `NSError` of the domain `com.firebase`.
  @discardableResult
  public func updateChildValues(
    _ values: [AnyHashable: Any]
  ) async throws -> DatabaseReference {
    let values = Self.values(values)
    return try await write { try await $0.update(values) }
  }

  /// Removes what stands here.
  public func removeValue() { setValue(nil) }

  /// Removes what stands here.
  ///
  /// `block` is called when the server knows it, or it waits on the device's disk.
  public func removeValue(
    completionBlock block: @escaping @MainActor ((any Error)?, DatabaseReference) -> Void
  ) {
    setValue(nil, withCompletionBlock: block)
  }

  /// Removes what stands here.
  /// - Throws: `NSError` of the domain `com.firebase`.
  @discardableResult
  public func removeValue() async throws -> DatabaseReference { try await setValue(nil) }

  private static func values(_ values: [AnyHashable: Any]) -> [String: BeckonValue] {
    values.reduce(into: [:]) { found, member in
      found["\(member.key.base)"] = BeckonValue(json: JSON(foundation: member.value))
    }
  }

  private func write(
    _ block: @escaping @MainActor ((any Error)?, DatabaseReference) -> Void,
    _ change: @escaping @Sendable (BeckonRecord) async throws -> Delivery
  ) {
    let place = Result { try self.place() }
    session.inOrder {
      do {
        try await Self.apply(change, to: place)
        await block(nil, self)
      } catch {
        await block(error, self)
      }
    }
  }

  private func write(
    _ change: @escaping @Sendable (BeckonRecord) async throws -> Delivery
  ) async throws -> DatabaseReference {
    let place = Result { try self.place() }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      session.inOrder {
        do {
          try await Self.apply(change, to: place)
          done.resume()
        } catch {
          done.resume(throwing: error)
        }
      }
    }
    return self
  }

  private static func apply(
    _ change: @Sendable (BeckonRecord) async throws -> Delivery,
    to place: Result<BeckonRecord, any Error>
  ) async throws {
    let record = try place.get()
    do {
      _ = try await change(record)
    } catch let error as BeckonError {
      throw NSError.record(error)
    }
  }
}
