import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's messages to people.
public struct FoundMessages {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Whom they concern.
    public var person: Person?
    /// To which mail address they go, in normal form.
    public var email: Identity?
    /// To which number they go, in E.164 form.
    public var phone: Identity?
    /// Why they are sent.
    public var kind: MessageKind?
    /// Where they stand.
    public var state: MessageState?
    /// When they were written.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last written first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let person = filter.person.map { "messages.person = \(.id($0.id))" as SQL }
    let recipient = (filter.email ?? filter.phone).map {
      "messages.recipient_key = \(.identifier(scope.app.digest(of: $0)))" as SQL
    }
    let index: SQL =
      person != nil
      ? "{by messages_by_person}" : recipient != nil ? "{by messages_by_recipient}" : ""
    let walk = ListWalk(
      scope: scope, table: "messages \(index)", columns: Messages.columns,
      key: "messages.app = \(scope.tenant)\(and: [person ?? recipient])",
      order: .id("messages.id"), bounds: filter.period.ids("messages.id"),
      filters: [
        person == nil ? nil : recipient,
        filter.kind.map { "messages.kind = \(.text($0.rawValue))" },
        filter.state.map { "messages.state = \(.text($0.rawValue))" },
      ]
    ) { try Messages.read($0, from: ListWalk.first).json }
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }
}
