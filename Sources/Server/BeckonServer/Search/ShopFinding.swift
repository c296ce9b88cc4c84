import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonText

/// The search of one shop on this server.
///
/// Who searches takes a copy of an index, which costs nothing, and looks into that: so no search
/// waits for another, and a product that changes meanwhile is found by the next. A change while
/// somebody searches copies what the index holds, so it waits for a moment in which nobody does.
final class ShopFinding: Sendable {
  /// By what its indexes are made: where it changes, all products are read anew.
  struct Form: Hashable, Sendable {
    let languages: [String]
    let currency: Currency?

    init(_ app: SearchSettings, currency: Currency?) {
      (languages, self.currency) = (app.languages, currency)
    }
  }

  /// What was found, and what the shop's operator has set for the query.
  struct Found: Sendable {
    let answer: SearchAnswer
    let redirect: String?
    let banners: [SearchBanner]
    /// The language whose index was searched.
    let language: String
    /// Whether there was any word in the query.
    let hasWords: Bool
  }

  private struct State: Sendable {
    var form: Form
    var finder: ShopFinder
    /// What is being made in another form; searches look into the old one until it is whole.
    var next: ShopFinder?
    var settings = SearchSettings()
    var dictionaries: [SearchDictionary] = []
    /// Memory of searches that nobody runs now.
    var idle: [ProductSearch] = []
    /// How often the shop's model had changed when popularities were looked at last, and when.
    var rated: (changes: Int, at: Instant)?
    /// Searches that look into a copy at this moment.
    var searching = 0
    /// How often anything has changed that an answer rests on.
    var changes = 0
    var kept = KeptAnswers()

    mutating func note() {
      changes += 1
      kept.forget()
    }
  }

  /// Memory of so many searches is kept for the next.
  private static let idleMax = 8

  private let bytesMax: Int
  private let state: Locked<State>
  private let searches: Locked<Int64>

  /// - Parameter searches: counts how often it is looked into.
  init(_ form: Form, bytesMax: Int, _ searches: Locked<Int64> = Locked(0)) {
    (self.bytesMax, self.searches) = (bytesMax, searches)
    state = Locked(State(form: form, finder: Self.finder(form, bytesMax)))
  }

  private static func finder(_ form: Form, _ bytesMax: Int) -> ShopFinder {
    ShopFinder(languages: form.languages, bytesMax: bytesMax) { SearchLanguage(code: $0) }
  }

  // MARK: What it hears

  /// Products that are taken in while searches that begin wait.
  private static let sliceMax = 50
  /// How often a change looks whether somebody searches, a millisecond apart, before it copies the
  /// index: much more seldom than within the second in which a product has to be found.
  private static let triesMax = 20

  /// Hears what products are now.
  func hear(_ products: [Product]) async {
    var (rest, tries) = (products[...], 0)
    while !rest.isEmpty, tries < Self.triesMax {
      if hear(rest.prefix(Self.sliceMax), unlessSearching: true) {
        rest = rest.dropFirst(Self.sliceMax)
      } else {
        tries += 1
        // Sleeps because: a search that ends tells nobody so.
        try? await Task.sleep(nanoseconds: 1_000_000)
      }
    }
    if !rest.isEmpty { _ = hear(rest, unlessSearching: false) }
  }

  /// - Returns: whether it did.
  private func hear(_ products: ArraySlice<Product>, unlessSearching: Bool) -> Bool {
    state.withLock { state in
      guard !unlessSearching || state.searching == 0 else { return false }
      for product in products {
        state.finder.set(product, state.form.currency)
        state.next?.set(product, state.form.currency)
      }
      state.note()
      return true
    }
  }

  /// Begins to make its indexes anew, if its form is another: then the caller has all products
  /// read, and says when they are (`endReading`).
  func takes(_ form: Form) -> Bool {
    state.withLock { state in
      guard state.form != form else { return false }
      (state.form, state.next) = (form, Self.finder(form, bytesMax))
      return true
    }
  }

  /// Hears that all products were read in the new form.
  func endReading() {
    state.withLock { state in
      guard let next = state.next else { return }
      (state.finder, state.next) = (next, nil)
      (state.dictionaries, state.rated) = ([], nil)
      state.note()
    }
  }

  /// Whether products are still being read in a new form.
  var isReading: Bool { state.withLock { $0.next != nil } }

  /// How long popularities hold, however much happens.
  private static let ratedMilliseconds = 10 * Span.secondMilliseconds

  /// Whether popularities should be looked at again: the shop's model has changed so often.
  func wantsRating(changes: Int, _ now: Instant) -> Bool {
    state.withLock { state in
      guard let rated = state.rated else { return true }
      return rated.changes != changes
        && now.milliseconds(since: rated.at) >= Self.ratedMilliseconds
    }
  }

  /// Hears how popular products are, by their ids.
  func rate(_ popularities: [TextKey: Float], changes: Int, _ now: Instant) {
    state.withLock { state in
      state.finder.rate(popularities)
      state.rated = (changes, now)
      state.note()
    }
  }

  /// How much it holds, also in a form that is being made.
  var size: (products: Int, bytes: Int, isWhole: Bool) {
    state.withLock { state in
      let bytes = state.finder.bytes + (state.next?.bytes ?? 0)
      return (state.finder.count, bytes, state.finder.isWhole)
    }
  }

  /// How many answers it keeps.
  var keptAnswers: Int { state.withLock { $0.kept.count } }

  // MARK: Searching

  /// What a search looks into.
  private struct View: Sendable {
    enum Content: Sendable {
      case kept(KeptAnswers.Kept)
      case index(SearchIndex)
    }

    let content: Content
    let dictionary: SearchDictionary
    let language: String
    /// Under what the answer may be kept.
    let question: KeptAnswers.Question?
    /// `State.changes` at that moment.
    let changes: Int
  }

  /// Looks for a query in a language.
  func find(
    _ request: SearchRequest, in language: String?, _ settings: SearchSettings
  ) -> Found {
    let view = view(for: request, in: language, settings)
    let kept =
      switch view.content {
      case .kept(let kept): kept
      case .index(let index): look(for: request, in: index, view)
      }
    return Found(
      answer: kept.answer, redirect: view.dictionary.redirect(for: request.query),
      banners: view.dictionary.banners(for: request.query), language: view.language,
      hasWords: kept.hasWords)
  }

  private func look(
    for request: SearchRequest, in index: SearchIndex, _ view: View
  ) -> KeptAnswers.Kept {
    var (request, search) = (request, state.withLock { $0.idle.popLast() } ?? ProductSearch())
    request.synonyms = view.dictionary.synonyms
    searches.withLock { $0 += 1 }
    let kept = KeptAnswers.Kept(
      answer: search.find(request, in: index),
      hasWords: index.language.hasWords(in: request.query))
    let used = search
    state.withLock { state in
      state.searching -= 1
      if state.idle.count < Self.idleMax { state.idle.append(used) }
      // What has changed meanwhile may change the answer.
      guard let question = view.question, view.changes == state.changes else { return }
      state.kept.keep(kept, for: question)
    }
    return kept
  }

  private func view(
    for request: SearchRequest, in language: String?, _ settings: SearchSettings
  ) -> View {
    state.withLock { state in
      if state.dictionaries.isEmpty || state.settings != settings {
        state.settings = settings
        state.dictionaries = state.finder.indexes.map { SearchDictionary(settings, $0.language) }
        state.note()
      }
      let place = state.finder.place(of: language)
      let question = KeptAnswers.Question(request, index: place)
      let kept = question.flatMap { state.kept[$0] }
      state.searching += kept == nil ? 1 : 0
      return View(
        content: kept.map(View.Content.kept) ?? .index(state.finder.indexes[place]),
        dictionary: state.dictionaries[place], language: state.finder.languages[place],
        question: question, changes: state.changes)
    }
  }
}
