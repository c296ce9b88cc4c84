import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// What somebody wants to be told of.
public enum DataEventType: Int, Sendable {
  /// A child is new.
  case childAdded
  /// A child is gone.
  case childRemoved
  /// A child is another.
  case childChanged
  /// A child stands elsewhere.
  case childMoved
  /// What stands here; the only one that is offered.
  case value
}

extension DatabaseReference {
  /// Reads what stands here, once.
  /// - Parameters:
  ///   - type: `.value`; all others end in an error.
  ///   - block: gets it.
  ///   - cancel: gets an error of the domain `com.firebase`.
  public func observeSingleEvent(
    of type: DataEventType, with block: @escaping @MainActor (DataSnapshot) -> Void,
    withCancel cancel: (@MainActor (any Error) -> Void)? = nil
  ) {
    guard type == .value else {
      let error = NSError.unsupported("Only .value can be observed.")
      Task { await cancel?(error) }
      return
    }
    getData { error, snapshot in
      if let snapshot { block(snapshot) } else if let error { cancel?(error) }
    }
  }

  /// Reads what stands here.
  /// - Parameter block: gets it, or an error of the domain `com.firebase`.
  public func getData(
    completion block: @escaping @MainActor ((any Error)?, DataSnapshot?) -> Void
  ) {
    let place = Result { try self.place() }
    session.inOrder {
      do {
        await block(nil, try await Self.read(place, key: self.key))
      } catch {
        await block(error, nil)
      }
    }
  }

  /// Reads what stands here.
  /// - Throws: `NSError` of the domain `com.firebase`.
  public func getData() async throws -> DataSnapshot {
    try await withCheckedThrowingContinuation { done in
      let place = Result { try self.place() }
      session.inOrder {
        do {
          done.resume(returning: try await Self.read(place, key: self.key))
        } catch {
          done.resume(throwing: error)
        }
      }
    }
  }

  private static func read(
    _ place: Result<BeckonRecord, any Error>, key: String?
  ) async throws -> DataSnapshot {
    let record = try place.get()
    do throws(BeckonError) {
      return DataSnapshot(key: key ?? "", try await record.get()?.json ?? .null)
    } catch {
      throw NSError.record(error)
    }
  }

  /// Changes what stands here by what it is; nobody else changes it in between.
  /// - Parameters:
  ///   - block: changes the value, and is called again when somebody else was faster.
  ///   - completion: an error of the domain `com.firebase`, whether it was changed, and what stands
  ///     there then.
  public func runTransactionBlock(
    _ block: @escaping @Sendable (MutableData) -> TransactionResult,
    andCompletionBlock completion: (
      @MainActor ((any Error)?, Bool, DataSnapshot?) -> Void
    )? = nil
  ) {
    let (place, key) = (Result { try self.place() }, key)
    session.inOrder {
      do {
        let (isChanged, snapshot) = try await Self.change(place, key: key, block)
        await completion?(nil, isChanged, snapshot)
      } catch {
        await completion?(error, false, nil)
      }
    }
  }

  private static func change(
    _ place: Result<BeckonRecord, any Error>, key: String?,
    _ block: @escaping @Sendable (MutableData) -> TransactionResult
  ) async throws -> (Bool, DataSnapshot) {
    let record = try place.get()
    let isAborted = Locked(false)
    do throws(BeckonError) {
      let value = try await record.transaction { old in
        let data = MutableData(key: key, old?.json ?? .null)
        let result = block(data)
        isAborted.withLock { $0 = !result.isSuccess }
        let new = result.isSuccess ? data.json : old?.json ?? .null
        return new == .null ? nil : BeckonValue(json: new)
      }
      let snapshot = DataSnapshot(key: key ?? "", value?.json ?? .null)
      return (!isAborted.withLock { $0 }, snapshot)
    } catch {
      throw NSError.record(error)
    }
  }
}

/// What stood somewhere when it was read.
public final class DataSnapshot: Sendable {
  /// The key of the place.
  public let key: String
  private let json: JSON

  init(key: String, _ json: JSON) {
    self.key = key
    self.json = json
  }

  /// What stood there: `Bool`, `Int`, `Double`, `String`, a list or a dictionary of these;
  /// `NSNull` for nothing.
  public var value: Any? { json.foundation ?? NSNull() }

  /// Whether something stood there.
  public func exists() -> Bool { json != .null }

  /// How many children it had.
  public var childrenCount: UInt { UInt(json.members?.count ?? json.elements?.count ?? 0) }

  /// Whether something stood below.
  public func hasChild(_ path: String) -> Bool { childSnapshot(forPath: path).exists() }

  /// What stood below.
  public func childSnapshot(forPath path: String) -> DataSnapshot {
    let keys = path.split(on: "/")
    let found = keys.reduce(json) { $0[$1] ?? .null }
    return DataSnapshot(key: keys.last ?? key, found)
  }
}

/// What a transaction changes.
public final class MutableData {
  /// The key of the place.
  public let key: String?
  /// What stands there: read it, and set what shall stand there.
  public var value: Any?

  init(key: String?, _ json: JSON) {
    self.key = key
    value = json.foundation
  }

  var json: JSON { value.map { JSON(foundation: $0) } ?? .null }
}

/// Whether a transaction goes through.
public struct TransactionResult: Sendable {
  let isSuccess: Bool

  /// It goes through, with what stands in the data now.
  public static func success(withValue value: MutableData) -> TransactionResult {
    TransactionResult(isSuccess: true)
  }

  /// Nothing is changed.
  public static func abort() -> TransactionResult { TransactionResult(isSuccess: false) }
}
