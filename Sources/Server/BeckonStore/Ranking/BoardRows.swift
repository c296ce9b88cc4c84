import BeckonDatabase
import BeckonEngine

/// Where the people of a board stand in the database, one in a row with their score.
struct BoardRows {
  let table: SQL
  /// What a row's score is.
  let score: SQL
  /// Which rows are on the board.
  let isOnBoard: SQL
  /// The index in the board's order.
  let byRank: SQL
  /// The index of whom the tree does not count yet.
  let unranked: SQL

  init(of board: Board) {
    switch board {
    case .confirmed:
      (table, score) = ("referral_counts", "confirmed")
      isOnBoard = "confirmed + unconfirmed + pending > 0"
      (byRank, unranked) = ("{by referral_counts_by_rank}", "{by referral_counts_unranked}")
    case .points:
      (table, score, isOnBoard) = ("campaign_points", "points", "points > 0")
      (byRank, unranked) = ("{by campaign_points_by_rank}", "{by campaign_points_unranked}")
    case .queue, .joined:
      (table, score, isOnBoard) = ("queue_places", "confirmed", "confirmed >= 0")
      (byRank, unranked) = ("{by queue_places_in_order}", "{by queue_places_unranked}")
    }
  }
}
