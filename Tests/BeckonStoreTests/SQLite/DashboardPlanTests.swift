import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// What only the dashboard asks, as SQLite plans it: along an index, in its order.
struct DashboardPlanTests {
  @Test func nothingIsWalkedOrSorted() async throws {
    let plans = try await QueryPlans.of { scope in
      let id = Identifier(hashing: "anything")
      let log = AuditLog(scope.connection)
      for choose: (inout AuditLog.Filter) -> Void in [
        { $0.app = 1 }, { $0.author = "Ana" }, { $0.subject = id }, { $0.from = scope.now },
        { ($0.app, $0.until) = (1, scope.now) }, { _ in },
      ] {
        var filter = AuditLog.Filter()
        choose(&filter)
        _ = try log.page(filter, before: nil, limit: 5)
        _ = try log.page(filter, before: AuditEntryID(id), limit: 5)
      }
      var payments = FoundPayments.Filter()
      payments.reference = "order-7"
      _ = try FoundPayments(scope).page(payments, behind: nil, limit: 5)
      (payments.reference, payments.id) = (nil, FactID(id))
      _ = try FoundPayments(scope).page(payments, behind: nil, limit: 5)
      _ = try FoundPayments(scope).payer(of: FactID(id))
      var transfers = FoundTransfers.Filter()
      transfers.fact = FactID(id)
      _ = try FoundTransfers(scope).page(transfers, behind: nil, limit: 5)
      _ = try LinkReports(scope).open()
      _ = try LinkReports(scope).openCount()
      _ = try LinkReports(scope).settle(LinkID(id))
      _ = try MessageSums(scope)
      _ = try ImportOverview.latest(scope)
      _ = try OperatorSessions(scope.connection, ambient: scope.ambient).find("ses_x")
      _ = try OperatorLinks(scope.connection, ambient: scope.ambient).find("opl_x")
    }
    let ordered = plans.filter { !$0.contains("USING INDEX audit_entries_in_order") }
    #expect(plans.count > 15)
    #expect(QueryPlans.walks(in: ordered) == [])
    // What an inner statement has found is bounded by it.
    let inner = ["SCAN reported", "SCAN latest"]
    #expect(ordered.filter { $0.hasPrefix("SCAN") && !inner.contains($0) } == [])
    // A reference has a payment or two, a fact a few transfers; those may be sorted.
    let sorted = zip([""] + plans, plans).filter { before, plan in
      plan.contains("TEMP B-TREE") && before.contains("audit_entries")
    }
    #expect(sorted.isEmpty)
  }
}
