import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

@Suite(.timeLimit(.minutes(2))) struct DurabilityTests {
  let app = TestApp()

  @Test func whatWasTrackedSurvivesARestartAndKeepsItsOrder() async throws {
    let first = try app.launch()
    for number in 1...5 { first.track("event \(number)") }
    await first.close()

    let second = try app.launch()
    second.track("event 6")
    let report = await second.flush()

    #expect(report.delivered == 6)
    #expect(app.arrived == (1...6).map { "event \($0)" })
    #expect(try second.queueStatistics().events == 0)
    #expect(try app.files(".events").isEmpty)
  }

  @Test(arguments: [1, 3, 11, 12, 13, 40])
  func aRecordThatWasNeverFinishedIsCut(bytesWritten: Int) async throws {
    let first = try app.launch()
    for number in 1...3 { first.track("event \(number)") }
    await first.close()
    let name = try #require(app.files(".events").first)
    let whole = try app.content(name)
    try app.write(whole + whole.prefix(bytesWritten), to: name)

    let second = try app.launch()
    second.track("event 4")
    _ = await second.flush()

    #expect(app.arrived == (1...4).map { "event \($0)" })
    #expect(try app.files(".damaged").isEmpty)
  }

  @Test func aDamagedSegmentIsSetAsideAndItsSoundRecordsAreSent() async throws {
    let first = try app.launch()
    for number in 1...3 { first.track("event \(number)") }
    await first.close()
    let name = try #require(app.files(".events").first)
    var content = try app.content(name)
    content[content.count / 2] ^= 0xFF
    try app.write(content, to: name)

    let second = try app.launch()
    #expect(try second.queueStatistics().damagedFiles == 1)
    #expect(try second.queueStatistics().dropsToReport == [.damaged: 1])
    _ = await second.flush()

    #expect(app.arrived == ["beckon.dropped", "event 1", "event 3"])
    #expect(app.server.events[0]["properties"] == ["count": 1, "reason": "damaged"])
    #expect(try app.files(".damaged") == [name + ".damaged"])
  }

  @Test func fileOfRubbishIsNeverFatal() async throws {
    let first = try app.launch()
    first.track("before")
    await first.close()
    var random = SystemRandomNumberGenerator()
    let rubbish = Data((0..<10_000).map { _ in UInt8.random(in: 1...255, using: &random) })
    for name in ["0000000009.events", "position.json", "state.json"] {
      try app.write(rubbish, to: name)
    }

    let second = try app.launch()
    second.track("after")
    _ = await second.flush()

    #expect(app.arrived.filter { $0 != "beckon.dropped" } == ["before", "after"])
    #expect(try app.files(".damaged").count == 3)
  }

  /// A phone that nobody has unlocked, and a process that has opened too much.
  @Test(arguments: [EPERM, EMFILE, ENFILE, ENOMEM, EINTR, EIO])
  func fileThatCannotBeReadYetIsLeftAloneAndSentLater(code: Int32) async throws {
    let first = try app.launch()
    first.track("locked away")
    await first.close()
    let isLocked = Switch(true)

    let second = try app.launch(files: Self.files(".events", code, while: isLocked))
    #expect(try second.queueStatistics().unreadableFiles == 1)
    isLocked.isOn = false
    _ = await second.flush()

    #expect(app.arrived == ["locked away"])
    #expect(try app.files(".damaged").isEmpty)
  }

  @Test(arguments: [EPERM, EMFILE, ENFILE, ENOMEM, EINTR, EIO])
  func anIdentityThatCannotBeReadYetIsKept(code: Int32) async throws {
    let first = try app.launch()
    let known = try first.installID()
    await first.close()
    let isLocked = Switch(true)
    let second = try app.launch(files: Self.files("state.json", code, while: isLocked))
    #expect(throws: BeckonError.self) { try second.installID() }
    isLocked.isOn = false
    #expect(try second.installID() == known)
    #expect(try app.files(".damaged").isEmpty)
  }

  /// Files of which those of one kind cannot be opened for reading.
  private static func files(
    _ suffix: String, _ code: Int32, while isLocked: Switch
  ) -> FileAccess {
    var files = FileAccess.system
    files.open = { path, flags in
      guard isLocked.isOn, path.hasSuffix(suffix), flags & (O_WRONLY | O_CREAT) == 0 else {
        return FileAccess.system.open(path, flags)
      }
      return Int32(fail(code))
    }
    return files
  }

  @Test func fullDiskIsAClearErrorAndLeavesNothingHalfWritten() async throws {
    let isFull = Switch(false)
    var files = FileAccess.system
    files.write = { file, bytes in
      isFull.countCall()
      guard isFull.isOn else { return FileAccess.system.write(file, bytes) }
      let room = UnsafeRawBufferPointer(rebasing: bytes.prefix(20))
      return isFull.calls == 1 ? FileAccess.system.write(file, room) : fail(ENOSPC)
    }
    let client = try app.launch(files: files)
    client.track("before")
    isFull.isOn = true
    let id = client.track("lost, and told so")
    isFull.isOn = false
    client.track("after")
    _ = await client.flush()

    #expect(app.arrived == ["before", "after"])
    #expect(try app.files(".damaged").isEmpty)
    guard case .eventNotStored(id, _, .storageUnavailable) = await client.firstProblem() else {
      Issue.record("nobody was told")
      return
    }
  }

  @Test func twoProcessesCannotShareADirectory() async throws {
    // As another process holds it: by a lock of its own.
    let other = try DirectoryLock(app.directory)
    #expect(throws: BeckonError.directoryInUse(app.directory.path)) { try app.launch() }
    other.release()
    _ = try app.launch()
  }

  #if os(Linux)
    /// A program that is being started holds copies of all descriptors for a moment.
    @Test func aDirectoryIsFreeAlthoughACopyOfItsLockIsOpen() async throws {
      let first = try app.launch()
      let path = try #require(realpath(app.directory.path, nil))
      defer { free(path) }
      let lock = String(cString: path) + "/lock"
      let descriptor = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .first {
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/" + $0)
          return target == lock
        }
      let copy = dup(try #require(descriptor.flatMap { Int32($0) }))
      defer { close(copy) }
      await first.close()
      _ = try app.launch()
    }
  #endif

  @Test func aClosedClientSaysSo() async throws {
    let client = try app.launch()
    await client.close()
    #expect(throws: BeckonError.closed) { try client.queueStatistics() }
  }

  @Test func aThousandTasksTrackAtOnce() async throws {
    let client = try app.launch(flushEvents: 50)
    let ids = await withTaskGroup(of: String.self) { group in
      for number in 0..<1_000 {
        group.addTask { client.track("event", ["number": number]) }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    _ = await client.flush()

    #expect(ids.count == 1_000)
    #expect(Set(app.server.events.compactMap { $0["id"]?.string }) == ids)
    #expect(app.server.events.count == 1_000)
  }

  @Test func clearingAlsoForgetsWhatCannotBeReadOrIsDamaged() async throws {
    let first = try app.launch()
    first.track("forget me")
    await first.close()
    try app.write(Data("forget me".utf8), to: "0000000007.events.damaged")
    let isLocked = Switch(true)
    let second = try app.launch(files: Self.files(".events", EPERM, while: isLocked))
    #expect(try second.queueStatistics().unreadableFiles == 1)
    try second.clearQueue()
    isLocked.isOn = false
    await second.flush()
    #expect(app.arrived.isEmpty)
    #expect(try app.files(".events").isEmpty)
    #expect(try app.files(".damaged").isEmpty)
  }

  @Test func clearingForgetsWhatWaits() async throws {
    let client = try app.launch()
    for _ in 1...3 { client.track("forget me") }
    #expect(try client.clearQueue() == 3)
    client.track("keep me")
    _ = await client.flush()
    #expect(app.arrived == ["keep me"])
  }
}
