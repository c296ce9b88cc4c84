import BeckonModel

/// What somebody says of a field.
public enum ProductWord: Hashable, Sendable {
  /// This.
  case value(ProductValue)
  /// This amount, as decimal text: how many decimals it has, the currency says.
  case amount(String)
  /// Nothing more: what they have said before is taken back.
  case nothing
}

extension ProductField {
  /// Reads what is said of it; `null` takes back what was said before.
  /// - Throws: `FieldError`, whose path is `path`, when it is not what the field is for.
  public func word(_ json: JSON, at path: String) throws(FieldError) -> ProductWord {
    if json == .null { return .nothing }
    let fault = Fault(path)
    switch shape {
    case .text(let max): return .value(.text(try fault.text(json, max)))
    case .texts(let max):
      return .value(.texts(try fault.texts(json, ProductLimits.words, max)))
    case .url: return .value(.text(try fault.url(json)))
    case .urls: return .value(.texts(try fault.urls(json)))
    case .categories: return .value(.texts(try fault.categories(json)))
    case .money: return .amount(try fault.amount(json))
    case .currency: return .value(.text(try fault.currency(json)))
    case .language: return .value(.text(try fault.language(json)))
    case .flag:
      guard let flag = json.bool else { throw fault.error("must be true or false") }
      return .value(.flag(flag))
    case .count: return .value(.number(try fault.count(json)))
    case .gender: return .value(.text(try fault.gender(json)))
    case .time:
      guard let instant = json.string.flatMap(Instant.init) else {
        throw fault.error("must be a time such as 2026-11-21T09:30:00Z (RFC 3339)")
      }
      return .value(.number(instant.milliseconds))
    case .params: return .value(.map(try fault.params(json)))
    }
  }
}

/// Reads values, and says what is wrong with one.
private struct Fault {
  private let path: String

  init(_ path: String) { self.path = path }

  func error(_ reason: String) -> FieldError { FieldError(path, reason) }

  func text(_ json: JSON, _ max: Int) throws(FieldError) -> String {
    guard let text = json.string else { throw error("must be a string") }
    guard !text.isEmpty else { throw error("must not be empty") }
    guard text.utf8.count <= max else { throw error("is longer than \(max) bytes") }
    return text
  }

  /// Each text once: a set in the order in which it came.
  func texts(_ json: JSON, _ most: Int, _ max: Int) throws(FieldError) -> [String] {
    guard let elements = json.elements else { throw error("must be an array of strings") }
    guard elements.count <= most else { throw error("has more than \(most) elements") }
    var (texts, seen): ([String], Set<TextKey>) = ([], [])
    for element in elements {
      let text = try text(element, max)
      if seen.insert(TextKey(text)).inserted { texts.append(text) }
    }
    return texts
  }

  func url(_ json: JSON) throws(FieldError) -> String {
    let given = try text(json, Limits.urlBytes)
    guard let url = PageAddress.normal(given) else {
      throw error("must be an address such as https://shop.example/shoe")
    }
    return url
  }

  func urls(_ json: JSON) throws(FieldError) -> [String] {
    var urls: [String] = []
    for text in try texts(json, ProductLimits.images, Limits.urlBytes) {
      urls.append(try url(.string(text)))
    }
    return urls
  }

  func categories(_ json: JSON) throws(FieldError) -> [String] {
    let given = json.string.map { JSON.array([.string($0)]) } ?? json
    var paths: [String] = []
    let most = ProductLimits.categories
    for text in try texts(given, most, ProductLimits.categoryBytes) {
      guard let path = CategoryPath(text) else {
        throw error(
          "must hold paths of 1 to \(ProductLimits.categorySteps) steps, such as 'Men > Shoes'")
      }
      if !paths.contains(where: { $0 == path.text }) { paths.append(path.text) }
    }
    return paths
  }

  /// As a number, or as text so that no digit is lost on the way.
  func amount(_ json: JSON) throws(FieldError) -> String {
    switch json {
    case .number(let text), .string(let text):
      guard text.utf8.count <= Limits.wordBytes else { fallthrough }
      return text
    default: throw error("must be a decimal not below zero, such as \"19.90\"")
    }
  }

  func count(_ json: JSON) throws(FieldError) -> Int64 {
    let range = ProductLimits.stock
    guard let count = json.integer, range.contains(count) else {
      throw error("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  func currency(_ json: JSON) throws(FieldError) -> String {
    guard let currency = json.string.flatMap(Currency.init) else {
      throw error("must be three letters, such as EUR (ISO 4217)")
    }
    return currency.code
  }

  func language(_ json: JSON) throws(FieldError) -> String {
    guard let tag = json.string.flatMap(ProductLanguage.normal) else {
      throw error("must be a language such as en or pt-BR (BCP 47)")
    }
    return tag
  }

  func gender(_ json: JSON) throws(FieldError) -> String {
    guard let gender = json.string, ["M", "F", "U"].contains(where: { $0 == gender }) else {
      throw error("must be one of M, F, U")
    }
    return gender
  }

  func params(_ json: JSON) throws(FieldError) -> [JSON.Member] {
    guard let members = json.members else { throw error("must be an object of strings") }
    guard members.count <= ProductLimits.params else {
      throw error("has more than \(ProductLimits.params) members")
    }
    for member in members {
      guard (1...ProductLimits.wordBytes).contains(member.name.utf8.count),
        let text = member.value.string, text.utf8.count <= ProductLimits.paramBytes
      else {
        throw error(
          "must hold strings of at most \(ProductLimits.paramBytes) bytes under names of 1 to "
            + "\(ProductLimits.wordBytes) bytes")
      }
    }
    return members
  }
}
