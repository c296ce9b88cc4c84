// Stands for Apple's AdSupport, as far as Beckon uses it. Shapes from Apple's documentation.
import Foundation

open class ASIdentifierManager: NSObject {
  open class func shared() -> ASIdentifierManager { ASIdentifierManager() }
  open var advertisingIdentifier: UUID { UUID() }
}
