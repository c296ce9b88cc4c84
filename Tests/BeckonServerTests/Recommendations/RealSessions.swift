import BeckonModel
import Foundation

/// Sessions of real visitors, where the machine has them beside the repository.
enum RealSessions {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../shared").appendingPathComponent("data/serenade")
    .standardizedFileURL

  static var areThere: Bool {
    FileManager.default.fileExists(atPath: path("train"))
  }

  private static func path(_ name: String) -> String {
    folder.path + "/serenade_example_\(name).txt"
  }

  /// Minutes between two clicks that our own rule still calls one session.
  private static let silenceMinutes: Int64 = 29

  /// The last sessions of a file, moved in time so that the last click is at `end`. Those in which
  /// somebody paused for longer than a session may are left out.
  static func latest(
    _ count: Int, of name: String, until end: Instant
  ) throws -> [[(product: String, at: Instant)]] {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    var sessions: [Substring: [(product: String, at: Int64)]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t")
      let at = Int64(Double(cells[2]) ?? 0) * Span.secondMilliseconds
      sessions[cells[0], default: []].append((product: String(cells[1]), at: at))
    }
    let whole = sessions.values.map { $0.sorted { ($0.at, $0.product) < ($1.at, $1.product) } }
      .filter { session in
        zip(session, session.dropFirst()).allSatisfy {
          $1.at - $0.at <= silenceMinutes * Span.minuteMilliseconds
        }
      }
      .sorted { ($0[0].at, $0[0].product) < ($1[0].at, $1[0].product) }.suffix(count)
    let last = whole.compactMap(\.last?.at).max() ?? 0
    return whole.map { session in
      session.map { click in
        (product: click.product, at: end.adding(milliseconds: click.at - last))
      }
    }
  }
}
