import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// One request without a key on its way to its endpoint.
struct OpenCall: Sendable {
  let request: HTTPRequest
  /// Values of the path's parameters, in order, decoded.
  let parameters: [String]
  let address: ClientAddress
  /// The event thread that has read it.
  let thread: EventThread
  let ambient: Ambient
  let database: any Database
  /// State of the process.
  let services: Services
}
