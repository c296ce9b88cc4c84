import BeckonHTTP
import BeckonModel

/// A vendor's protocol: all that the server has to know of it to answer its clients.
struct VendorInterface: Sendable {
  /// Whose protocol it is, as keys and installs are marked with it.
  let vendor: Vendor
  /// What its clients call, and who answers.
  let routes: [ServedRoute]
  /// The code of the link that a visit is for whose path is none of a link's; `nil` when it is for
  /// none.
  let linkCode: @Sendable (HTTPRequest) -> String?
}
