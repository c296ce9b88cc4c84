import Testing

@testable import BeckonServer

@Suite struct RunningTablesTests {
  @Test func fewAreSentAtATimeAndFewerOfOneApp() throws {
    let running = RunningTables()
    var places = [try running.enter(1), try running.enter(1)]
    #expect(throws: (any Error).self) { try running.enter(1) }
    places += [try running.enter(2), try running.enter(3)]
    #expect(throws: (any Error).self) { try running.enter(4) }
    places.removeFirst()
    places.append(try running.enter(1))
    #expect(throws: (any Error).self) { try running.enter(1) }
    #expect(places.count == 4)
  }
}
