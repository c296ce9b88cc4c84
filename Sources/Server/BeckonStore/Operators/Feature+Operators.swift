import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Who works with the dashboard, and what was changed by whom. All of it is copied, sessions too,
  /// so that nobody need sign in anew after a move. Operators are no app's people: exports, erasure
  /// and merges concern only the lines of the audit log that are about a person.
  static let operators = Feature(
    tables: [
      CopiedTable(
        "operators", key: [.identifier("id")],
        [
          .text("name"), .text("role"), .text("apps"), .integer("created_at"),
          .integer("removed_at"),
        ]),
      CopiedTable(
        "operator_links", key: [.identifier("digest")],
        [
          .identifier("id"), .identifier("operator"), .text("name"), .text("role"), .text("apps"),
          .identifier("made_by"), .integer("created_at"), .integer("expires_at"),
          .integer("used_at"),
        ]),
      CopiedTable(
        "operator_sessions", key: [.identifier("digest")],
        [
          .identifier("id"), .identifier("operator"), .text("user_agent"),
          .integer("created_at"), .integer("seen_at"),
        ]),
      CopiedTable(
        "audit_entries", key: [.integer("app"), .identifier("id")],
        [
          .identifier("operator"), .text("author"), .text("action"), .text("path"),
          .identifier("subject"), .text("was"), .text("became"),
        ]),
    ],
    kept: [
      KeptRows(
        for: .milliseconds(AuditLog.keptDays * Span.dayMilliseconds), by: .id,
        """
        DELETE FROM audit_entries WHERE (app, id) IN (
          SELECT app, id FROM audit_entries {by audit_entries_in_order}
          WHERE id < $1 ORDER BY id LIMIT $2)
        """),
      // A day after its end nobody wonders any more why a link does not work.
      KeptRows(
        for: .milliseconds(Span.dayMilliseconds), by: .time,
        """
        DELETE FROM operator_links WHERE digest IN (
          SELECT digest FROM operator_links {by operator_links_by_end}
          WHERE expires_at < $1 LIMIT $2)
        """),
      KeptRows(
        for: .milliseconds(OperatorSession.absoluteMilliseconds), by: .time,
        """
        DELETE FROM operator_sessions WHERE digest IN (
          SELECT digest FROM operator_sessions {by operator_sessions_by_time}
          WHERE created_at < $1 LIMIT $2)
        """),
    ],
    erasure: ErasedRows(subject: { try AuditLog($0.connection).forget($1, app: $0.app.number) }),
    merge: {
      try AuditLog($0.connection).move(
        from: $1.identifier, to: $2.identifier, app: $0.app.number)
    })
}
