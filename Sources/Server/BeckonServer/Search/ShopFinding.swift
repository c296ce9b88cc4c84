import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonText

/// The search of one shop on this server.
///
/// Who searches takes a copy of an index, which costs nothing, and looks into that: so no search
/// waits for another, and a product that changes meanwhile is found by the next.
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
  }

  /// Memory of so many searches is kept for the next.
  private static let idleMax = 8

  private let bytesMax: Int
  private let state: Locked<State>

  init(_ form: Form, bytesMax: Int) {
    self.bytesMax = bytesMax
    state = Locked(State(form: form, finder: Self.finder(form, bytesMax)))
  }

  private static func finder(_ form: Form, _ bytesMax: Int) -> ShopFinder {
    ShopFinder(languages: form.languages, bytesMax: bytesMax) { SearchLanguage(code: $0) }
  }

  // MARK: What it hears

  /// Hears what products are now.
  func hear(_ products: [Product]) {
    state.withLock { state in
      for product in products {
        state.finder.set(product, state.form.currency)
        state.next?.set(product, state.form.currency)
      }
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
    }
  }

  /// How much it holds.
  var size: (products: Int, bytes: Int, isWhole: Bool) {
    state.withLock { ($0.finder.count, $0.finder.bytes, $0.finder.isWhole) }
  }

  // MARK: Searching

  /// Looks for a query in a language.
  func find(
    _ request: SearchRequest, in language: String?, _ settings: SearchSettings
  ) -> Found {
    let (index, dictionary, memory, code) = state.withLock { state in
      if state.dictionaries.isEmpty || state.settings != settings {
        state.settings = settings
        state.dictionaries = state.finder.indexes.map { SearchDictionary(settings, $0.language) }
      }
      let place = state.finder.place(of: language)
      return (
        state.finder.indexes[place], state.dictionaries[place],
        state.idle.popLast() ?? ProductSearch(), state.finder.languages[place]
      )
    }
    var (request, search) = (request, memory)
    request.synonyms = dictionary.synonyms
    let answer = search.find(request, in: index)
    let (used, hasWords) = (search, index.language.hasWords(in: request.query))
    state.withLock { state in
      if state.idle.count < Self.idleMax { state.idle.append(used) }
    }
    return Found(
      answer: answer, redirect: dictionary.redirect(for: request.query),
      banners: dictionary.banners(for: request.query), language: code, hasWords: hasWords)
  }
}
