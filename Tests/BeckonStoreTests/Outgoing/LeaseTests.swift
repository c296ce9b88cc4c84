import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// A server that is so slow that another one takes its work: what the slow one learns at last
/// counts for nothing.
@Suite struct LeaseTests {
  @Test(
    "Apple's word counts as the server heard it that holds the lease", arguments: DatabaseDriver.all
  )
  func tokens(_ driver: DatabaseDriver) async throws {
    let id: InstallID = Ambient.system.id()
    let slow = Locked<AppleAdsTokens.Due?>(nil)
    try await driver.withApp { work in
      try await work(0) { scope in
        try AppleAdsTokens(scope).add("token", for: id)
        let due = try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection)
        slow.withLock { $0 = due.first }
      }
      try await work(61) { scope in
        let due = try AppleAdsTokens.claim(at: scope.now, scope.ambient, scope.connection)
        let (first, second) = (try #require(slow.withLock { $0 }), try #require(due.first))
        try AppleAdsTokens(scope).record(.invalidToken, about: first)
        #expect(try AppleAdsTokens(scope).describe(id)?["outcome"] == "waiting")
        try AppleAdsTokens(scope).record(.failed, about: first)
        try AppleAdsTokens(scope).record(.notAttributed, about: second)
        #expect(try AppleAdsTokens(scope).describe(id)?["outcome"] == "not_attributed")
      }
    }
  }

  @Test("A notice is settled by the server that holds the lease", arguments: DatabaseDriver.all)
  func notices(_ driver: DatabaseDriver) async throws {
    let slow = Locked<StoreNotices.Due?>(nil)
    try await driver.withApp { work in
      try await work(0) { scope in
        #expect(try StoreNotices(scope).add(["order": "3"], message: "m"))
        let due = try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection)
        slow.withLock { $0 = due.first }
        #expect(try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection).isEmpty)
      }
      try await work(121) { scope in
        let notices = StoreNotices(scope)
        let due = try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection)
        let (first, second) = (try #require(slow.withLock { $0 }), try #require(due.first))
        #expect(try !notices.settle(first))
        #expect(try notices.postpone(first) == .lost)
        #expect(try notices.postpone(second) == .postponed)
        #expect(try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection).isEmpty)
      }
      try await work(140) { scope in
        let due = try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection)
        let notice = try #require(due.first)
        #expect(notice.failures == 1)
        #expect(try StoreNotices(scope).settle(notice))
        #expect(try !StoreNotices(scope).settle(notice))
      }
    }
  }

  @Test("A store that cannot be asked for 30 days is asked no more")
  func patience() async throws {
    try await DatabaseDriver.all[0].withApp { work in
      try await work(0) { scope in
        _ = try StoreNotices(scope).add(["order": "3"], message: "m")
      }
      let isOver = Locked(false)
      for hours in Int64(0)...1_000 where !isOver.withLock({ $0 }) {
        try await work(hours * 3_600) { scope in
          let due = try StoreNotices.claim(at: scope.now, scope.ambient, scope.connection)
          guard let notice = due.first else { return }
          guard try StoreNotices(scope).postpone(notice) == .givenUp else { return }
          isOver.withLock { $0 = true }
          #expect((700...720).contains(hours))
        }
      }
      #expect(isOver.withLock { $0 })
    }
  }
}
