import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

/// The events of one request in the words that all clients share, each with what is to be said of
/// it. None harms another.
package struct TranslatedBatch: Sendable {
  /// An event of the request. It is handed on from stage to stage and says much, so it is not
  /// copied.
  package final class Item: Sendable {
    /// What happened; nothing where it says nothing or cannot be read.
    package let reports: [ShopReport]
    /// For whom and about what something may be recommended; `nil` where it cannot be read.
    package let event: Segmentify.Event?
    /// What the client is told of it.
    package let notes: [Segmentify.Answer.Note]

    init(
      reports: [ShopReport], event: Segmentify.Event?, notes: [Segmentify.Answer.Note]
    ) {
      (self.reports, self.event, self.notes) = (reports, event, notes)
    }
  }

  /// The request's events, in their order.
  package let items: [Item]

  /// Translates what was read.
  /// - Parameter id: the id of an event, by its place in the request and a number among those that
  ///   it says.
  package init(_ batch: SegmentifyBatch, id: (Int, Int) -> String) {
    items = batch.events.enumerated().map { index, read in
      do throws(Segmentify.Failure) {
        return try Self.item(try read.get(), at: index, id: id)
      } catch {
        return Item(
          reports: [], event: nil,
          notes: [Segmentify.Answer.Note(index, error.code, error.message)])
      }
    }
  }

  private static func item(
    _ event: Segmentify.Event, at index: Int, id: (Int, Int) -> String
  ) throws(Segmentify.Failure) -> Item {
    do throws(FieldError) {
      let translated = try TranslatedEvent(event)
      var reports: [ShopReport] = []
      for (number, shopEvent) in translated.events.enumerated() {
        reports.append(
          try ShopReport(
            id: id(index, number), shopEvent, of: .vendorID(event.visit.userID),
            at: event.visit.at, page: event.visit.pageURL, banners: event.activeBanners.map(\.json),
            isTest: event.visit.isTest))
      }
      return Item(
        reports: reports, event: event,
        notes: translated.notes.map { Segmentify.Answer.Note(index, .success, $0) })
    } catch {
      throw Segmentify.Failure(error)
    }
  }
}

extension Segmentify.Event {
  /// The banners that were tapped before.
  fileprivate var activeBanners: [Segmentify.ActiveBanner] {
    switch action {
    case .productView(let view): view.activeBanners
    case .basket(let change): change.activeBanners
    case .banner(let banner): banner.activeBanners
    default: []
    }
  }
}
