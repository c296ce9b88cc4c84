/// Conditions on the properties of an event, all of which must hold. Written as an object: a plain
/// value must be equal; an object of `eq ne gt gte lt lte in exists` is compared. A property that
/// is missing passes only `ne` and `exists: false`. A name with dots that no property has leads
/// into objects: `order.total` is the `total` of `order`.
public struct PropertyFilter: Hashable, Sendable {
  /// Most conditions of one filter.
  public static let conditionsMax = 20

  /// One comparison.
  public struct Condition: Hashable, Sendable {
    let property: String
    let comparison: Comparison
    let value: JSON
  }

  enum Comparison: String, CaseIterable, Sendable {
    case eq, ne, gt, gte, lt, lte, `in`, exists
  }

  private let conditions: [Condition]
  /// The filter as it was written.
  public let json: JSON

  /// The filter that everything passes.
  public static let all = PropertyFilter(conditions: [], json: .object([]))

  private init(conditions: [Condition], json: JSON) {
    self.conditions = conditions
    self.json = json
  }

  /// Reads a filter.
  /// - Throws: `FieldError` at `path`.
  public init(_ json: JSON, at path: String) throws(FieldError) {
    guard let members = json.members else { throw FieldError(path, "must be an object") }
    var conditions: [Condition] = []
    for member in members {
      guard case .object(let comparisons) = member.value else {
        conditions.append(Condition(property: member.name, comparison: .eq, value: member.value))
        continue
      }
      for comparison in comparisons {
        conditions.append(try Self.condition(member.name, comparison, at: path))
      }
    }
    guard conditions.count <= Self.conditionsMax else {
      throw FieldError(path, "has more than \(Self.conditionsMax) conditions")
    }
    self.init(conditions: conditions, json: json)
  }

  private static func condition(
    _ property: String, _ member: JSON.Member, at path: String
  ) throws(FieldError) -> Condition {
    let here = path + "." + property
    guard let comparison = Comparison(word: member.name) else {
      let known = Comparison.allCases.map(\.rawValue).joined(separator: ", ")
      throw FieldError(here, "'\(member.name)' is none of \(known)")
    }
    switch comparison {
    case .in where member.value.elements == nil: throw FieldError(here + ".in", "must be an array")
    case .exists where member.value.bool == nil:
      throw FieldError(here + ".exists", "must be true or false")
    case .gt, .gte, .lt, .lte:
      guard member.value.double != nil else {
        throw FieldError(here + "." + member.name, "must be a number")
      }
    default: break
    }
    return Condition(property: property, comparison: comparison, value: member.value)
  }

  /// Whether the properties meet every condition.
  public func passes(_ properties: JSON) -> Bool {
    conditions.allSatisfy { $0.holds(for: $0.value(in: properties)) }
  }

  /// The properties that are compared with a number and are text that is none.
  public func textsForNumbers(in properties: JSON) -> [String] {
    conditions.filter { condition in
      guard let found = condition.value(in: properties), found.string != nil else { return false }
      return condition.needsNumber && found.decimal == nil
    }.map(\.property)
  }
}

extension PropertyFilter.Condition {
  fileprivate func value(in properties: JSON) -> JSON? {
    if let found = properties[property] { return found }
    guard property.has(".") else { return nil }
    return property.split(on: ".", keepsEmpty: true).reduce(properties as JSON?) { $0?[$1] }
  }

  fileprivate var needsNumber: Bool {
    switch comparison {
    case .gt, .gte, .lt, .lte: true
    case .eq, .ne, .in, .exists: false
    }
  }

  fileprivate func holds(for found: JSON?) -> Bool {
    guard let found, found != .null else {
      return comparison == .ne || comparison == .exists && value == .bool(false)
    }
    switch comparison {
    case .eq: return Self.equal(found, value)
    case .ne: return !Self.equal(found, value)
    case .in: return value.elements?.contains { Self.equal(found, $0) } ?? false
    case .exists: return value == .bool(true)
    case .gt: return compare(found, by: >)
    case .gte: return compare(found, by: >=)
    case .lt: return compare(found, by: <)
    case .lte: return compare(found, by: <=)
    }
  }

  private func compare(_ found: JSON, by order: (Double, Double) -> Bool) -> Bool {
    guard let left = found.decimal, let right = value.double else { return false }
    return order(left, right)
  }

  /// `1` and `1.0` are one number, and `"1.00"` is it too where a number is asked for.
  private static func equal(_ left: JSON, _ right: JSON) -> Bool {
    if left == right { return true }
    guard let second = right.double, let first = left.decimal else { return false }
    return first == second
  }
}
