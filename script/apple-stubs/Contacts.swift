// Stands for Apple's Contacts, as far as Beckon uses it. Shapes and optionality from Apple's
// documentation.
@_exported import Foundation

public let CNContactGivenNameKey = "givenName"
public let CNContactFamilyNameKey = "familyName"
public let CNContactPhoneNumbersKey = "phoneNumbers"
public let CNContactThumbnailImageDataKey = "thumbnailImageData"

public protocol CNKeyDescriptor: NSObjectProtocol {}
extension NSString: CNKeyDescriptor {}

public enum CNEntityType: Int, Sendable { case contacts }
public enum CNAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized, limited
}

open class CNPhoneNumber: NSObject {
  open var stringValue: String { "" }
}

open class CNLabeledValue<Value: AnyObject>: NSObject {
  public let value: Value
  public init(label: String?, value: Value) { self.value = value }
}

open class CNContact: NSObject {
  open var identifier: String { "" }
  open var givenName: String { "" }
  open var familyName: String { "" }
  open var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] { [] }
  open var thumbnailImageData: Data? { nil }
}

open class CNContactFetchRequest: NSObject {
  public init(keysToFetch: [any CNKeyDescriptor]) {}
}

open class CNContactStore: NSObject {
  public class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus {
    .notDetermined
  }
  open func requestAccess(for entityType: CNEntityType) async throws -> Bool { false }
  open func enumerateContacts(
    with fetchRequest: CNContactFetchRequest,
    usingBlock block: @escaping (CNContact, UnsafeMutablePointer<ObjCBool>) -> Void
  ) throws {}
}
