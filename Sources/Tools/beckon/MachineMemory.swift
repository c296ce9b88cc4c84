import Foundation

/// How much memory this process may take.
enum MachineMemory {
  /// Where Linux says what a container may take: a number, or `max`.
  private static let limitPath = "/sys/fs/cgroup/memory.max"

  /// Bytes of the machine, or of the container, if that has less.
  static var bytes: Int { bytes(limit: try? String(contentsOfFile: limitPath, encoding: .utf8)) }

  static func bytes(limit: String?) -> Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let limit = limit.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    return min(machine, limit ?? machine)
  }
}
