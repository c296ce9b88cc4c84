import BeckonContractSegmentify

extension SegmentifyManager {
  // MARK: With a model

  /// Somebody has registered.
  public func sendUserRegister(segmentifyObject: UserModel) { tell(segmentifyObject.fact(.signUp)) }

  /// Somebody has logged in. From then on the visitor is that person, as in every other protocol:
  /// `externalId`, else `username`, is the app's own user id.
  public func sendUserLogin(segmentifyObject: UserModel) { tell(segmentifyObject.fact(.signIn)) }

  /// Somebody has logged out.
  public func sendUserLogout(segmentifyObject: UserModel) { tell(segmentifyObject.fact(.signOut)) }

  /// Somebody tells of themselves.
  public func sendUserUpdate(segmentifyObject: UserModel) { tell(segmentifyObject.fact(.update)) }

  /// Searches shall be forgotten: those of `lastSearchDeletedKeywords`, or all.
  public func sendUserClearLastSearchHistory(segmentifyObject: UserModel) {
    tell(segmentifyObject.fact(.deleteLastSearch))
  }

  /// The visitor gets another id, from now on. The server moves what the visitor of the old id did,
  /// unless it knows whose that is.
  public func sendChangeUser(segmentifyObject: UserChangeModel) {
    guard let id = segmentifyObject.userId, VisitorMemory.isID(id) else {
      session.log("sendChangeUser needs a userId of 1 to \(Segmentify.Visit.idBytes) bytes.")
      return
    }
    tell(segmentifyObject.fact(known: session.memory.userID))
  }

  // MARK: With parameters

  /// Somebody has registered.
  public func sendUserRegister(
    username: String?, fullName: String?, email: String?, mobilePhone: String?, gender: String?,
    age: String?, birthdate: String?
  ) {
    let user = Self.user(username, email)
    (user.fullName, user.mobilePhone, user.gender) = (fullName, mobilePhone, gender)
    (user.age, user.birthdate) = (age, birthdate)
    sendUserRegister(segmentifyObject: user)
  }

  /// Somebody has logged in.
  public func sendUserLogin(username: String?, email: String?) {
    sendUserLogin(segmentifyObject: Self.user(username, email))
  }

  /// Somebody has logged out.
  public func sendUserLogout(username: String?, email: String?) {
    sendUserLogout(segmentifyObject: Self.user(username, email))
  }

  /// Somebody tells of themselves. The last two are truth values.
  public func sendUserUpdate(
    username: String?, fullName: String?, email: String?, mobilePhone: String?, gender: String?,
    age: String?, birthdate: String?, isRegistered: Any?, isLogin: Any?
  ) {
    let user = Self.user(username, email)
    (user.fullName, user.mobilePhone, user.gender) = (fullName, mobilePhone, gender)
    (user.age, user.birthdate) = (age, birthdate)
    (user.isRegistered, user.isLogin) = (Self.truth(isRegistered), Self.truth(isLogin))
    sendUserUpdate(segmentifyObject: user)
  }

  private static func user(_ username: String?, _ email: String?) -> UserModel {
    let user = UserModel()
    (user.username, user.email) = (username, email)
    return user
  }
}
