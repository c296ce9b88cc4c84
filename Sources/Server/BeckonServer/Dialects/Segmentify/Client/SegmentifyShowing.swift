import BeckonBasics
import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import BeckonStore

/// What visitors are shown after their events: a list for each of the app's widgets that stands on
/// the page. Which widgets a visitor meets is stored with the events; what stands in them is read
/// behind that, where it keeps no other write waiting.
struct SegmentifyShowing: Sendable {
  private let filling: WidgetFilling
  private let searching: SegmentifySearching

  init(_ searching: ShopSearching) {
    filling = WidgetFilling(models: searching.models)
    self.searching = SegmentifySearching(searching)
  }

  /// Lists are given for the last events of a request, so many at most: those before them are of a
  /// queue, and their pages were left long ago.
  static let placesMax = 5

  /// The answer to a request, in which the lists are still to be read.
  /// - Parameter visitors: those of whom the request has told, by the clients' ids.
  /// - Throws: `DatabaseError`.
  func reply(
    _ answer: Segmentify.Answer, _ batch: TranslatedBatch, _ visitors: [TextKey: KnownVisitor],
    _ scope: Scope
  ) throws -> ReadingReply {
    let items = batch.items.enumerated().suffix(Self.placesMax)
    let places = try items.compactMap { try SegmentifyPlace($0, $1, visitors, scope) }
    let searches = items.compactMap { index, item in
      item.event.flatMap { event in event.search.map { (index, $0, event.visit) } }
    }
    guard !places.isEmpty || !searches.isEmpty else {
      return ReadingReply(unread: .segmentify(answer))
    }
    // In the transaction that is there anyway: as a rule nothing need be read for the answer then.
    let shop = places.isEmpty ? nil : filling.models.held(scope.app.number)
    let glance = try shop?.products.glance(scope)
    return ReadingReply(unread: .segmentify(answer)) { reader in
      var answer = answer
      for (index, lists) in try await lists(at: places, reader, glance) {
        answer.written[index] = lists
      }
      for (index, search, visit) in searches {
        answer.search[index] = [try await searching.element(search, on: visit, reader)]
      }
      return .segmentify(answer)
    }
  }

  /// The lists of each page, by its place in the request.
  private func lists(
    at places: [SegmentifyPlace], _ reader: SnapshotReader, _ glance: KnownProducts.Glance?
  ) async throws -> [(index: Int, lists: [JSON])] {
    guard !places.isEmpty else { return [] }
    // The last page is the one on which the visitor is.
    let latest = Array(places.reversed())
    let decisions = try await filling.decisions(
      on: latest.map(\.widgets), reader, glance: glance)
    let products = filling.models.held(reader.call.app.number)?.shown
    return zip(latest, decisions).map { place, decisions in
      let lists = decisions.compactMap {
        Segmentify.Recommendation.json(
          of: $0, showing: reader.call.ambient.identifier(), products)
      }
      return (place.index, lists)
    }
  }
}

extension Segmentify.Event {
  /// What somebody searches for.
  fileprivate var search: Segmentify.Search? {
    if case .search(let search) = action { search } else { nil }
  }
}
