import BeckonModel

extension JSON {
  /// A number, or text that is one, in whole millionths, rounded half to even: an amount of money
  /// of any currency. `nil` for what is none or does not fit.
  var millionths: Int64? {
    switch self {
    case .number(let text), .string(let text): DecimalNumber(text)?.scaled(by: 6)?.whole
    case .null, .bool, .array, .object: nil
    }
  }
}
