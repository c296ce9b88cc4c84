import BeckonModel
import Foundation

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit
#endif

/// What somebody has copied: a click page copies the link that it goes on from.
struct Pasteboard: Sendable {
  /// The URL in it; iOS then asks or tells the person.
  var text: @Sendable () async -> String?
  /// Empties it.
  var clear: @Sendable () async -> Void

  /// The system's; an empty one where there is none.
  static let system = Pasteboard(
    text: { await readSystem() }, clear: { await clearSystem() })

  @MainActor
  private static func readSystem() -> String? {
    #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
      // Asking this first spares people without a link the system's question.
      guard UIPasteboard.general.hasURLs else { return nil }
      return UIPasteboard.general.string ?? UIPasteboard.general.url?.absoluteString
    #else
      return nil
    #endif
  }

  @MainActor
  private static func clearSystem() {
    #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
      UIPasteboard.general.string = ""
    #endif
  }
}

extension LinkRecognition {
  /// The link that a click page has copied, without the mark by which it is known, `_icp=1` at its
  /// end; `nil` for whatever else somebody has copied.
  func copiedLink(_ text: String?) -> String? {
    guard let text, text.utf8.count <= Limits.openedURLBytes else { return nil }
    for mark in ["?_icp=1", "&_icp=1"] where text.hasSuffix(mark) {
      let link = String(decoding: text.utf8.dropLast(mark.utf8.count), as: UTF8.self)
      guard let url = URL(string: link), isShort(url) || long(url) != nil else { return nil }
      return link
    }
    return nil
  }
}
