import BeckonEngine
import BeckonModel

extension PeoplePage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.peopleLead) }
      HTML(.form, .action(request.path()), .class("filter")) {
        Field(
          "by", request.text(.findBy),
          .choice(Self.ways.map { ($0, request.text($0, of: Words.wayNames)) }),
          value: request.query("by") ?? "email"
        ).html
        Field(
          "what", request.text(.findWhat), .line(bytesMax: Limits.identityBytes),
          value: request.query("what") ?? ""
        ).html
        HTML(.button, .class("second")) { request.text(.find) }
      }
      Card.html { table.html(request.language) }
    }
  }

  private var table: DataTable {
    var table = DataTable(
      .people,
      [
        .init(.person, .short), .init(.knownBy, .long), .init(.signedUp, .short),
        .init(.since, .short),
      ],
      people.map { person in
        [
          .init(request.person(person["person"]?.string)),
          .init(request.identities(of: person).joined(separator: ", ")),
          .time(person["signed_up_at"]?.string), .time(person["created_at"]?.string),
        ]
      }
    ).or(EmptyState(.peopleEmpty, command: "POST /v1/people {\"user_id\": \"42\"}"))
    if request.holder.role >= .edit { table.csv = request.path(with: "csv", "people") }
    table.next = next.map { request.path(with: "cursor", $0) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }
}

extension DashboardRequest {
  /// Whether the operator sees what people are known by, and what the app says of them.
  var seesPeople: Bool { holder.role >= .edit }

  /// What somebody is known by, as this operator may see it.
  func identities(of person: JSON) -> [String] {
    (person["identities"]?.elements ?? []).compactMap(shown)
  }

  /// One of them.
  func shown(_ identity: JSON) -> String? {
    guard let value = identity["value"]?.string else { return nil }
    guard !seesPeople else { return value }
    // What is of no known kind is masked like any id.
    let kind = identity["kind"]?.string.flatMap { IdentityKind(word: $0) } ?? .otherID
    return Identity(kind: kind, value: value).masked
  }
}
