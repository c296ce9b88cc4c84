import BeckonDatabase
import BeckonModel

extension LongWork {
  /// What concerns facts.
  static let ofFacts = [moveFacts, forgetFacts, forgetClaimedFacts, forgetInstallOfFacts]

  static let moveFacts = LongWork("facts", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE facts SET subject = \(.identifier(rows.target))
      WHERE seq IN (\(facts(of: rows, scope, max: max)))
      """)
  }

  static let forgetFacts = LongWork("facts", "forget") { scope, rows, max in
    try scope.connection.run(
      "DELETE FROM facts WHERE seq IN (\(facts(of: rows, scope, max: max)))")
  }

  /// The same of what clients have told.
  static let forgetClaimedFacts = LongWork("facts", "forget_claimed") { scope, rows, max in
    try scope.connection.run(
      """
      DELETE FROM facts WHERE seq IN (
        \(facts(of: rows, scope, that: "trust = 'client'", max: max)))
      """)
  }

  /// That facts of people happened on an install.
  static let forgetInstallOfFacts = LongWork("facts", "forget_install") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE facts SET install = NULL WHERE seq IN (
        SELECT seq FROM facts {by facts_by_install}
        WHERE app = \(scope.tenant) AND install = \(.identifier(rows.subject))
        ORDER BY seq LIMIT \(.integer(max)))
      """)
  }

  private static func facts(
    of rows: Rows, _ scope: Scope, that filter: SQL? = nil, max: Int64
  ) -> SQL {
    """
    SELECT seq FROM facts {by facts_by_subject}
    WHERE app = \(scope.tenant) AND subject = \(.identifier(rows.subject))\(and: [filter])
    ORDER BY seq LIMIT \(.integer(max))
    """
  }
}
