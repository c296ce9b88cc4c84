import BeckonDatabase

extension Migration {
  /// Passwords, by which people sign in with an e-mail address.
  static let passwords = Migration(
    number: 17, name: "passwords",
    statements: [
      """
      CREATE TABLE passwords (
        app BIGINT NOT NULL,
        person UUID NOT NULL,
        email UUID NOT NULL,
        hash TEXT NOT NULL,
        install UUID,
        changed_at BIGINT NOT NULL,
        PRIMARY KEY (app, person)
      ) {clustered}
      """
    ])
}
