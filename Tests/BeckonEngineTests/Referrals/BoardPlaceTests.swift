import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// The order of a leaderboard, and where people stand in it.
@Suite struct BoardPlaceTests {
  private static func place(_ counts: [Int64], _ person: UInt64) -> BoardPlace {
    BoardPlace(
      confirmed: counts[0], unconfirmed: counts[1], pending: counts[2],
      person: PersonID(Identifier(high: 0, low: person)))
  }

  @Test("A place is read back from its text, and nothing else is a place")
  func text() {
    let place = Self.place([12, 0, 3], 7)
    #expect(BoardPlace(place.text) == place)
    let person = place.person.text
    for text in [
      "", "50", "x", "1.2.3", "1.2.3.", "1.2.3.x", "1.2.\(person)", "-1.0.0.\(person)",
      "0.0.0.\(person)", "1.2.3.4.\(person)", "9223372036854775808.0.0.\(person)",
    ] {
      #expect(BoardPlace(text) == nil, "\(text)")
    }
  }

  @Test("Those with one score share a rank, and the next has one more than are ahead")
  func standings() {
    let found = BoardStanding.all(
      of: [9, 7, 7, 7, 4], ahead: 0, tied: [9: 1, 7: 3, 4: 2])
    #expect(found.map(\.rank) == [1, 2, 2, 2, 5])
    #expect(found.map(\.tied) == [1, 3, 3, 3, 2])
    // A page that begins among people who share a rank.
    let next = BoardStanding.all(of: [7, 4], ahead: 1, tied: [7: 3, 4: 2])
    #expect(next.map(\.rank) == [2, 5])
    #expect(BoardStanding.all(of: [], ahead: 5, tied: [:]) == [])
  }

  @Test("The stretches behind and ahead of a place are the list without it, in its order")
  func stretches() {
    var dice = SeededGenerator(announcedFor: "stretches of a leaderboard")
    for _ in 0..<50 {
      let most = Int64.random(in: 0...3, using: &dice)
      let everybody = (0..<40).map { number in
        Self.place((0..<3).map { _ in Int64.random(in: 0...most, using: &dice) }, number)
      }
      let board = sorted(everybody.filter { $0.counts != [0, 0, 0] })
      #expect(BoardStretch.behind(nil).flatMap { people(in: $0, board, isUp: false) } == board)
      for (index, place) in board.enumerated() {
        let behind = BoardStretch.behind(place)
        #expect(
          behind.flatMap { people(in: $0, everybody, isUp: false) }
            == Array(board[(index + 1)...]))
        let ahead = BoardStretch.ahead(of: place)
        #expect(
          ahead.flatMap { people(in: $0, everybody, isUp: true) }
            == Array(board[..<index].reversed()))
        #expect(behind.count <= 6 && ahead.count <= 4)
      }
    }
  }

  private func sorted(_ places: [BoardPlace]) -> [BoardPlace] {
    places.sorted { one, other in
      one.counts == other.counts
        ? one.person < other.person : other.counts.lexicographicallyPrecedes(one.counts)
    }
  }

  /// What a look along the index finds.
  private func people(
    in stretch: BoardStretch, _ places: [BoardPlace], isUp: Bool
  ) -> [BoardPlace] {
    let found = sorted(places).filter { place in
      guard Array(place.counts.prefix(stretch.same.count)) == stretch.same else { return false }
      if let person = stretch.person {
        return isUp ? place.person < person : person < place.person
      }
      let next = place.counts[stretch.same.count]
      return stretch.greaterThan.map { next > $0 } ?? true
        && stretch.lessThan.map { next < $0 } ?? true
    }
    return isUp ? found.reversed() : found
  }
}
