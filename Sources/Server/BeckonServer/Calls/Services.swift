/// State of the process that endpoints use, each by its type: caches, indexes, gateways.
struct Services: Sendable {
  private let values: [ObjectIdentifier: any Sendable]

  /// Holds one value of each type.
  init(_ values: [any Sendable]) {
    self.values = Dictionary(
      values.map { (ObjectIdentifier(type(of: $0)), $0) },
      uniquingKeysWith: { first, _ in
        preconditionFailure("two services are of the type \(type(of: first))")
      })
  }

  /// The value of a type. That there is one is the program's business: it is started with all.
  subscript<Service: Sendable>(type: Service.Type) -> Service {
    guard let service = values[ObjectIdentifier(type)] as? Service else {
      preconditionFailure("the server was started without \(type)")
    }
    return service
  }
}
