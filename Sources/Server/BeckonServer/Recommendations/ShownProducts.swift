import BeckonBasics
import BeckonEngine
import BeckonModel

/// A shop's products as clients are shown them: most are shown again and again, and to write one
/// takes longer than to find it here. A product that is another than before is written anew.
final class ShownProducts: Sendable {
  /// For whom products are written.
  struct Form: Hashable, Sendable {
    /// The type that writes them.
    let writer: ObjectIdentifier
    let language: TextKey?
    let currency: Currency?

    /// - Parameters:
    ///   - writer: the type that writes them.
    ///   - language: as the client names it.
    init(_ writer: Any.Type, language: String?, _ currency: Currency?) {
      (self.writer, self.currency) = (ObjectIdentifier(writer), currency)
      self.language = language.map { TextKey($0) }
    }
  }

  private struct Key: Hashable {
    let id: TextKey
    /// So that of a product that changes what was written before is never taken for smaller than
    /// it is: each time counts by itself.
    let changedAt: Instant
    let form: Form
  }

  private struct Written: Sendable {
    let product: Product
    let text: String
  }

  private let written: Locked<BoundedCache<Key, Written>>

  /// Bytes that are taken for each of what is told of a product, about, of which it may show
  /// little.
  private static let toldTimes = 4

  /// Nothing yet.
  /// - Parameter bytesMax: when it takes about so many bytes, it begins anew.
  init(bytesMax: Int) { written = Locked(BoundedCache(bytesMax: bytesMax)) }

  /// Bytes that it takes, about.
  var bytes: Int { written.withLock(\.bytes) }

  /// Products as they are shown, each in its place, as the text of its JSON.
  /// - Parameter write: how one is written.
  func texts(
    of products: [Product], in form: Form, _ write: (Product) -> JSON
  ) -> [String] {
    let keys = products.map {
      Key(id: TextKey($0.id), changedAt: $0.changedAt, form: form)
    }
    let known = written.withLock { written in keys.map { written[$0] } }
    return products.indices.map { place in
      let product = products[place]
      // What was read once is compared by where it stands, before it is by what it says.
      if let known = known[place], known.product == product { return known.text }
      let text = write(product).text
      let bytes =
        text.utf8.count + Self.toldTimes * product.stored.bytes.count
        + (form.language?.text.utf8.count ?? 0)
      written.withLock {
        $0.keep(Written(product: product, text: text), for: keys[place], texts: bytes)
      }
      return text
    }
  }
}

extension JSON {
  /// What is written already, to stand in an answer as it is. Of all kinds a number keeps its text
  /// as it was written; nobody but the writer may look into it.
  static func written(_ text: String) -> JSON { .number(text) }

  /// An object with the members of one that is written already behind its own.
  /// - Parameter written: its text; it has a member.
  func with(written: String) -> JSON {
    JSON.written(text.dropLast() + (members?.isEmpty == false ? "," : "") + written.dropFirst())
  }
}
