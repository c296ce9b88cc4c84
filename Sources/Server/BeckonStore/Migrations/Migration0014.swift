import BeckonDatabase

extension Migration {
  /// What a client has said: whether a fact came from a page, since reports of pages must not count
  /// what others happen to name alike, and whether it was a client that chose a link's code. Of
  /// what is older neither is known.
  static let wordsOfClients = Migration(
    number: 14, name: "words_of_clients",
    statements: [
      "ALTER TABLE facts ADD COLUMN from_page BIGINT",
      "ALTER TABLE links ADD COLUMN code_by_client BIGINT",
    ])
}
