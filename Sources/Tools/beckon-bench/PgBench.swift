/// PostgreSQL's own benchmark, its TPC-B-like transaction: five statements on four tables.
enum PgBench {
  /// Tellers and branches grow with it; with fewer than clients, pgbench measures its own locks.
  private static let scale = 64

  /// Transactions a second on the database at `url`.
  static func run(_ url: String, clients: Int, seconds: Int) throws -> Double {
    _ = try Command.output(of: "pgbench", ["-i", "-q", "-s\(scale)", "-I", "dtgvp", url])
    let text = try Command.output(
      of: "pgbench", ["-n", "-M", "prepared", "-c\(clients)", "-j1", "-T\(seconds)", url])
    guard let rate = Words.number(after: "tps =", in: text) else {
      throw BenchError("pgbench said: \(text)")
    }
    return rate
  }
}
