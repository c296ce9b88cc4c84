import BeckonDatabase

extension Migration {
  /// The dashboard: who works with it, the links by which they sign in, the browsers in which they
  /// are signed in, and what was changed by whom. Links and sessions are stored by hashes of their
  /// tokens. Entries of the audit log that are of no app have the app 0.
  static let dashboard = Migration(
    number: 34, name: "dashboard",
    statements: [
      """
      CREATE TABLE operators (
        id UUID NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        apps TEXT,
        created_at BIGINT NOT NULL,
        removed_at BIGINT
      ) {clustered}
      """,
      """
      CREATE TABLE operator_links (
        digest UUID NOT NULL PRIMARY KEY,
        id UUID NOT NULL,
        operator UUID NOT NULL,
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        apps TEXT,
        made_by UUID,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        used_at BIGINT
      ) {clustered}
      """,
      "CREATE INDEX operator_links_by_end ON operator_links (expires_at)",
      """
      CREATE TABLE operator_sessions (
        digest UUID NOT NULL PRIMARY KEY,
        id UUID NOT NULL,
        operator UUID NOT NULL,
        user_agent TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        seen_at BIGINT NOT NULL
      ) {clustered}
      """,
      "CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator, id)",
      "CREATE INDEX operator_sessions_by_time ON operator_sessions (created_at)",
      """
      CREATE TABLE audit_entries (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        operator UUID,
        author TEXT NOT NULL,
        action TEXT NOT NULL,
        path TEXT NOT NULL,
        subject UUID,
        was TEXT,
        became TEXT,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      "CREATE INDEX audit_entries_in_order ON audit_entries (id)",
      "CREATE INDEX audit_entries_by_author ON audit_entries (author, id)",
      """
      CREATE INDEX audit_entries_by_subject ON audit_entries (subject, id)
      WHERE subject IS NOT NULL
      """,
    ],
    oldestCompatible: 33)
}
