import BeckonEngine
import BeckonModel

/// Answers of one shop's search that many products were looked at for, until any product changes.
///
/// What people type begins alike: all of them begin with one of a few letters, and just such short
/// beginnings meet most products.
struct KeptAnswers: Sendable {
  /// An answer, and whether there was any word in the query.
  struct Kept: Sendable {
    let answer: SearchAnswer
    let hasWords: Bool
  }

  /// All by which one answer differs from another.
  struct Question: Hashable, Sendable {
    private let text: TextKey
    private let index: Int
    private let limit: Int
    private let isTyping: Bool
    private let isInStock: Bool

    /// The question of a first page that is the same for all visitors; `nil` for any other, or one
    /// that is too long.
    init?(_ request: SearchRequest, index: Int) {
      var stockAlone = SearchFilter()
      stockAlone.isInStock = request.filter.isInStock
      guard request.offset == 0, request.limit <= KeptAnswers.hitsMax, request.sort == .relevance,
        request.filter == stockAlone, request.interests.isEmpty, !request.countsFacets,
        !request.explains, request.query.utf8.count <= KeptAnswers.textBytesMax
      else { return nil }
      (text, self.index) = (TextKey(request.query), index)
      (limit, isTyping, isInStock) = (request.limit, request.isTyping, stockAlone.isInStock)
    }
  }

  /// Answers that are kept at most, and products on the page of one.
  static let (answersMax, hitsMax) = (400, 50)
  /// Bytes of a query whose answer is kept, at most.
  static let textBytesMax = 32
  /// An answer of fewer products is found again as fast.
  static let totalMin = 500

  private var answers: [Question: Kept] = [:]

  /// How many are kept.
  var count: Int { answers.count }

  /// The answer to a question, if it is kept.
  subscript(question: Question) -> Kept? { answers[question] }

  /// Keeps an answer, if that is worth it. Where there is no room it begins anew: what is asked for
  /// often is soon there again.
  mutating func keep(_ kept: Kept, for question: Question) {
    guard kept.answer.total >= Self.totalMin else { return }
    if answers.count >= Self.answersMax { answers = [:] }
    answers[question] = kept
  }

  /// Forgets all, because something has changed.
  mutating func forget() {
    if !answers.isEmpty { answers = [:] }
  }
}
