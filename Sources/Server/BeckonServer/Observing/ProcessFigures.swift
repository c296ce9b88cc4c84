import BeckonModel
import Foundation

/// What a process takes of its machine, under the names that Prometheus' own clients give it. Linux
/// only, as theirs are: elsewhere nothing is told.
enum ProcessFigures {
  /// Adds what is known of this process.
  static func add(to exposition: inout Exposition) {
    guard let stat = fields(), let ticks = Int(exactly: sysconf(Int32(_SC_CLK_TCK))) else { return }
    func number(_ place: Int) -> Double {
      stat.indices.contains(place) ? Double(stat[place]) ?? 0 : 0
    }
    exposition.add(
      "process_cpu_seconds_total", .counter, "Processor time of the process, in seconds.",
      [.init((number(11) + number(12)) / Double(ticks))])
    exposition.add(
      "process_virtual_memory_bytes", .gauge, "Virtual memory, in bytes.", [.init(Int(number(20)))])
    exposition.add(
      "process_resident_memory_bytes", .gauge, "Resident memory, in bytes.",
      [.init(Int(number(21)) * Int(sysconf(Int32(_SC_PAGESIZE))))])
    if let boot = bootSeconds() {
      exposition.add(
        "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.",
        [.init(boot + number(19) / Double(ticks))])
    }
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      exposition.add("process_open_fds", .gauge, "Open file descriptors.", [.init(open)])
    }
    if let most = descriptorsMax() {
      exposition.add("process_max_fds", .gauge, "Most open file descriptors.", [.init(most)])
    }
  }

  /// The numbers of `/proc/self/stat` behind the name of the program, which may hold spaces: the
  /// first is the state, number 3 in proc(5).
  private static func fields() -> [String]? {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let end = text.utf8.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return String(Substring(text.utf8[end...].dropFirst())).split(on: " ")
  }

  /// When the machine began, in seconds since 1970.
  private static func bootSeconds() -> Double? {
    line("btime ", of: "/proc/stat")?.first.flatMap(Double.init)
  }

  private static func descriptorsMax() -> Int? {
    line("Max open files", of: "/proc/self/limits")?.first.flatMap { Int($0) }
  }

  /// The words behind the beginning of a line in one of the system's files.
  private static func line(_ beginning: String, of path: String) -> [String]? {
    let lines = try? String(contentsOfFile: path, encoding: .utf8).split(on: "\n")
    let line = lines?.first { $0.utf8.starts(with: beginning.utf8) }
    return line.map { String(Substring($0.utf8.dropFirst(beginning.utf8.count))).split(on: " ") }
  }
}
