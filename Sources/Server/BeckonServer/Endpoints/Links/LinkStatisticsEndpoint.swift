import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/links/{link}/stats`. With a publishable key, of one's own link.
enum LinkStatisticsEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, LinkID.self)
    return .read { scope in
      guard let link = try Links(scope).find(id) else { throw Problem.notFound("link") }
      if call.proof.key == .publishable {
        guard let owner = link.referrer, try Tokens(scope).prove(call.proof, owner) else {
          throw Problem.tokenRequired
        }
      }
      let statistics = LinkStatistics(scope)
      return .json(
        describe(
          id, try statistics.counts(of: id), lag: try statistics.notYetCounted(of: id),
          isMoving: try ClickMove(scope).isUnderway()))
    }
  }

  private static func describe(
    _ id: LinkID, _ counts: [LinkStatistics.Count], lag: Int64, isMoving: Bool
  ) -> JSON {
    func sum(_ kind: String) -> Int64 {
      counts.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
    }
    let notClicks = counts.filter { $0.kind != "click" && $0.kind != "unique" }
    return [
      "link": .id(id), "clicks": .integer(sum("click")), "unique": .integer(sum("unique")),
      "robots": .integer(notClicks.reduce(0) { $0 + $1.count }), "not_yet_counted": .integer(lag),
      "is_moving": .bool(isMoving),
      "days": .array(
        counts.map { count in
          [
            "day": .string(count.day), "platform": .string(count.platform.rawValue),
            "kind": .string(count.kind), "count": .integer(count.count),
          ]
        }),
    ]
  }
}
