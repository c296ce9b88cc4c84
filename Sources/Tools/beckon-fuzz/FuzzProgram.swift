import Foundation
import FuzzTargets

/// Tries the readers of outside bytes. `script/fuzz` compiles this with libFuzzer, which then is
/// the program, and calls the functions below; as it is built otherwise it only tries files.
///
///     beckon-fuzz                lists the targets
///     beckon-fuzz TARGET FILE…   tries the files' bytes
enum FuzzProgram {
  /// The target that libFuzzer shall try, and a folder for its seeds, come from the environment:
  /// the command line is libFuzzer's. Without a target it lists them too.
  static let target = FuzzTarget.all.first {
    $0.name == ProcessInfo.processInfo.environment["BECKON_FUZZ_TARGET"]
  }

  static func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes the target's seeds into a folder, each into a file of its own.
  static func writeSeeds(to folder: String) {
    for (number, seed) in (target?.seeds ?? []).enumerated() {
      _ = FileManager.default.createFile(atPath: "\(folder)/seed-\(number)", contents: Data(seed))
    }
  }

  static func list() {
    for target in FuzzTarget.all { print(target.name) }
  }

  /// Tries files; gives the exit status.
  static func tryFiles(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first else {
      list()
      return 0
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      tell("beckon-fuzz: there is no target '\(name)'")
      return 2
    }
    var status: Int32 = 0
    for path in arguments.dropFirst() {
      guard let data = FileManager.default.contents(atPath: path) else {
        tell("beckon-fuzz: cannot read \(path)")
        return 2
      }
      for complaint in target.complaints(about: Array(data)) {
        tell("\(path): \(complaint)")
        status = 1
      }
    }
    return status
  }
}

#if BECKON_FUZZING
  /// libFuzzer asks this once, before it reads the corpus.
  @_cdecl("LLVMFuzzerInitialize")
  public func initializeFuzzing(
    _: UnsafeMutablePointer<Int32>?,
    _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
  ) -> Int32 {
    guard FuzzProgram.target != nil else {
      FuzzProgram.list()
      exit(0)
    }
    if let folder = ProcessInfo.processInfo.environment["BECKON_FUZZ_SEEDS"] {
      FuzzProgram.writeSeeds(to: folder)
    }
    return 0
  }

  /// libFuzzer asks this for every input. A complaint ends the program, and the input is kept.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let complaints = FuzzProgram.target?.complaints(about: input) ?? []
    guard !complaints.isEmpty else { return 0 }
    for complaint in complaints { FuzzProgram.tell("COMPLAINT: \(complaint)") }
    abort()
  }
#else
  @main
  extension FuzzProgram {
    static func main() { exit(tryFiles(Array(CommandLine.arguments.dropFirst()))) }
  }
#endif
