import BeckonEngine
import BeckonTesting
import Testing

/// A rule's total, dealt out in shares.
@Suite struct CapSharesTests {
  @Test("What is left is dealt evenly, in parts that can be paid")
  func dealing() {
    let shares = CapShares(bound: 1_005).paying(50, inPartsOf: 50, first: 3)
    #expect(shares.left == 955)
    // Nineteen parts of 50 for sixteen shares, counted from the first, which has the rest too.
    #expect(shares.rooms[3...7] == [105, 100, 100, 50, 50])
    #expect(shares.rooms.count == CapShares.count)
  }

  @Test("Under a bound below what was paid no share has room, however much is given back below it")
  func lowered() {
    let paid = CapShares(bound: 1_000).paying(600, inPartsOf: 50, first: 0)
    let lowered = paid.bounded(by: 500)
    #expect(lowered.left == -100)
    let returned = lowered.paying(-50, inPartsOf: 50, first: 7)
    #expect(returned.left == -50)
    #expect(returned.rooms.allSatisfy { $0 <= 0 })
    #expect(returned.paying(-100, inPartsOf: 50, first: 7).rooms[7] == 50)
    #expect(lowered.bounded(by: 1_000).left == 400)
  }

  @Test("Whoever pays from their own share as long as it has room, the total is used to the end")
  func exact() {
    var dice = SeededGenerator(announcedFor: "shares of a cap")
    for _ in 0..<200 {
      let bound = Int64.random(in: 0..<5_000, using: &dice)
      let amount = Int64.random(in: 1...90, using: &dice)
      var shares = CapShares(bound: bound)
      var paid: Int64 = 0
      while shares.left >= amount {
        let home = Int.random(in: 0..<CapShares.count, using: &dice)
        if shares.rooms.count > home, shares.rooms[home] >= amount {
          var rooms = shares.rooms
          rooms[home] -= amount
          shares = CapShares(bound: bound, rooms: rooms)
        } else {
          shares = shares.paying(amount, inPartsOf: amount, first: home)
        }
        paid += amount
        if dice.hits(oneIn: 10) {
          shares = shares.paying(-amount, inPartsOf: amount, first: home)
          paid -= amount
        }
        #expect(shares.left == bound - paid)
        #expect(shares.rooms.allSatisfy { $0 >= 0 })
      }
      #expect(paid == bound / amount * amount)
    }
  }
}
