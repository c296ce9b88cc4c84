/// Names that are newer than iOS 15, by what Apple's documentation and the Swift Evolution
/// proposals say. Linux does not check this. A name that the compiler deploys back (such as
/// `AsyncStream.makeStream`) is not among them. `_` stands for any word; a string is
/// left out.
enum AppleAge {
  static let newer = [
    // Standard library and concurrency.
    "import Synchronization", "Mutex<", "Mutex(", "Atomic<", "Atomic(", "Duration",
    "ContinuousClock", "SuspendingClock", "any Clock", "some Clock", "InstantProtocol",
    "sleep(for:", "sleep(until:", "Int128", "UInt128", "String(validating:", "InlineArray",
    "Span<", "RawSpan", "MutableSpan<", "OutputSpan<", "UTF8Span", "RangeSet", ".indices(where:",
    "any _<", "some AsyncSequence<", "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup",
    "DiscardingTaskGroup", "ThrowingDiscardingTaskGroup", "withTaskExecutorPreference",
    "TaskExecutor", "executorPreference:", "Task.immediate", "isolated deinit",
    "globalConcurrentExecutor", "DispatchSerialQueue", "OSAllocatedUnfairLock",
    "import Observation", "@Observable",
    // Regular expressions and the collection algorithms that came with them.
    "Regex", "import RegexBuilder", "#/", ".firstMatch(of:", ".wholeMatch(of:", ".prefixMatch(of:",
    ".matches(of:", ".replacing(", ".replace(_, with:", ".replace(, with:", ".ranges(of:",
    ".firstRange(of:", ".trimmingPrefix(",
    // Foundation.
    "URL(filePath:", ".appending(path:", ".appending(component:", ".appending(components:",
    ".appending(queryItems:", ".append(path:", ".append(component:", ".append(queryItems:",
    ".path(percentEncoded:", ".host(percentEncoded:", ".query(percentEncoded:",
    ".fragment(percentEncoded:", "encodingInvalidCharacters:", "URL.documentsDirectory",
    "URL.cachesDirectory", "URL.applicationSupportDirectory", "URL.temporaryDirectory",
    "URL.homeDirectory", "Locale.Language", "Locale.LanguageCode", "Locale.Region",
    "Locale.Components", ".current.language", ".current.region", ".identifier(.", ".formatted(",
    "CodingKeyRepresentable", "LocalizedStringResource", "#Predicate",
    // UIKit and the services of the store. AdAttributionKit's import is no harm where each use of
    // it is guarded: the linker then binds the framework weakly.
    "UIPasteControl", "Postback.updateConversionValue(", "PostbackUpdate(",
    "AdAttributionKit.CoarseConversionValue", "SKAdNetwork.CoarseConversionValue",
    "import SwiftData",
  ]

  static let folders = ["Sources/Shared", "Sources/Client", "Sources/Compat", "Sources/Testing"]
}

/// Newer names in what apps link, unless they stand in the block of an `if #available(…) {`.
func appleAgeFindings(_ file: SourceFile) -> [Finding] {
  guard AppleAge.folders.contains(where: { file.isIn($0) }) else { return [] }
  let guarded = availableBodies(file.code)
  return AppleAge.newer.flatMap { name in
    file.positions(of: name).filter { use in !guarded.contains { $0.contains(use) } }
      .map { file.finding(file.code[$0].line, "\(name) is newer than iOS 15") }
  }
}

private func availableBodies(_ code: [Token]) -> [Range<Int>] {
  let checks = code.positions(of: "#available(")
  return Block.all(in: code).filter { block in
    checks.contains { check in
      block.header.contains(check) && code[check].line == code[block.body.lowerBound - 1].line
    }
  }
  .map(\.body)
}
