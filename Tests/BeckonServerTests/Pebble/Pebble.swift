import BeckonContract
import BeckonModel

@testable import BeckonServer

/// Pebble, a vendor that there is not: all that a vendor's author has to write, with one call. What
/// crosses the wire would be a target of its own, `Sources/Shared/Vendors/Pebble`; the rest a
/// folder `Dialects/Pebble` of the server.
extension Vendor {
  /// Pebble: a key is its `appKey`.
  static let pebble = Vendor(name: "pebble")
}

/// What Pebble's clients call.
enum PebbleRoute: RouteGroup {
  /// A stone was thrown on a pond: `{"thrower", "jumps"}`.
  case record

  /// The call.
  var route: Route {
    switch self {
    case .record: Route("POST", "/ponds/{pond}:record", .key, .install)
    }
  }
}

extension PebbleRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .record: .keyed(PebbleRecord.prepare)
    }
  }

  var dialect: Dialect { .pebble }

  /// Its client for Android writes a slash too many.
  var tolerance: Set<PathTolerance> { [.doubledSlashes] }
}

extension VendorInterface {
  /// Pebble's protocol. This is what goes into the list of vendors.
  static let pebble = VendorInterface(
    vendor: .pebble, base: "/pebble", routes: PebbleRoute.served, linkPaths: ["/stones"],
    webhook: .pebble)
}
