/// PostgreSQL's own benchmark, its TPC-B-like transaction: five statements on four tables.
enum PgBench {
  /// Tellers and branches grow with it; with fewer than clients, pgbench measures its own locks.
  private static let scale = 64

  /// What one client does in a second, about. A number of transactions is asked for, not a time:
  /// pgbench ends by an alarm, which a process that Foundation starts never gets.
  private static let transactionsPerClient = 40

  /// Transactions a second on the database at `url`.
  static func run(_ url: String, clients: Int, seconds: Int) throws -> Double {
    _ = try Wrk.output(of: "pgbench", ["-i", "-q", "-s\(scale)", "-I", "dtgvp", url])
    let text = try Wrk.output(
      of: "pgbench",
      ["-n", "-M", "prepared", "-c\(clients)", "-j1", "-t\(seconds * transactionsPerClient)", url])
    guard let rate = Wrk.number(after: "tps =", in: text) else {
      throw BenchError("pgbench said: \(text)")
    }
    return rate
  }
}
