// Stands for Apple's AdServices, as far as Beckon uses it. Shapes from Apple's documentation.
import Foundation

open class AAAttribution: NSObject {
  open class func attributionToken() throws -> String { "" }
}
