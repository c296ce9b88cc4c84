import BeckonContractSegmentify
import BeckonModel

/// Somebody who signs up, in or out, or tells of themselves.
public final class UserModel: SegmentifyObject {
  /// The app's name of the customer.
  public var username: String?
  /// The app's id of the customer; it goes before the name.
  public var externalId: String?
  /// Mail address.
  public var email: String?
  /// Years, as text.
  public var age: String?
  /// `23.01.1980`.
  public var birthdate: String?
  /// `M` or `F`.
  public var gender: String?
  /// Full name.
  public var fullName: String?
  /// Phone number.
  public var mobilePhone: String?
  /// Whether they are registered.
  public var isRegistered: Bool?
  /// Whether they are logged in.
  public var isLogin: Bool?
  /// What was done. Each call says it by itself; what stands here is not sent.
  public var userOperationStep: String?
  /// Since when they are a customer: `20.01.2014`.
  public var memberSince: String?
  /// The visitor's id until now. It goes with `UserChangeModel` and not from here.
  public var oldUserId: String?
  /// Where they live.
  public var location: String?
  /// The app's own groups.
  public var segments: [String]?
  /// What was done, by another name; it is not sent either.
  public var step: String?
  /// Searches to be forgotten; all unless set.
  public var lastSearchDeletedKeywords: [String]?
  /// Whether they want to be written to by mail.
  public var emailNtf: Bool?
  /// Whether they want to be written to by SMS.
  public var smsNtf: Bool?
  /// Whether they want to be written to by WhatsApp.
  public var whatsappNtf: Bool?

  func fact(_ step: Segmentify.UserOperation.Step) -> Fact {
    Fact(
      .user, self,
      [
        "step": .string(step.rawValue), "username": .text(username),
        "externalId": .text(externalId), "email": .text(email), "phone": .text(mobilePhone),
        "fullName": .text(fullName), "gender": .text(gender), "age": .text(age),
        "birthdate": .text(birthdate), "memberSince": .text(memberSince),
        "location": .text(location), "segments": .texts(segments), "isLogin": .truth(isLogin),
        "isRegistered": .truth(isRegistered), "emailNtf": .truth(emailNtf),
        "smsNtf": .truth(smsNtf), "whatsappNtf": .truth(whatsappNtf),
        "lastSearchDeletedKeywords": .texts(lastSearchDeletedKeywords),
      ])
  }
}

/// The visitor gets another id.
public final class UserChangeModel: SegmentifyObject {
  /// The id until now; the one that this client knows unless set.
  public var oldUserId: String?
  /// The id from now on.
  public var userId: String?

  /// - Parameter known: the id that this client knows.
  func fact(known: String?) -> Fact {
    var fact = Fact(.userChange, self, ["oldUserId": .text(oldUserId ?? known)])
    fact.newUserID = userId
    return fact
  }
}
