/// Numbers for the items that files name, in the order in which they are first named.
struct ItemNames {
  private var numbers: [String: UInt32] = [:]
  private(set) var names: [String] = []

  /// The number of an item.
  mutating func number(_ name: some Collection<UInt8>) -> UInt32 {
    let name = String(decoding: name, as: UTF8.self)
    if let number = numbers[name] { return number }
    let number = UInt32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}
