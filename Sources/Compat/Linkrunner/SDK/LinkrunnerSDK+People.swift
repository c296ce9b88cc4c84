import BeckonModel
import BeckonSDK

extension LinkrunnerSDK {
  /// Says who the person is. Call it at sign-up and log-in.
  public func signup(
    userData: UserData, additionalData: SendableDictionary? = nil
  ) async {
    let person = userData.json(isHashing: isPIIHashingEnabled())
    let more = JSON(foundation: additionalData ?? [:])
    session.install.userID = userData.id
    await report {
      _ = try await session.send(
        .trigger(session.sender(), userData: person, additional: more))
    }
  }

  /// Says what is known of the person.
  public func setUserData(_ userData: UserData) async {
    let person = userData.json(isHashing: isPIIHashingEnabled())
    session.install.userID = userData.id
    await report { _ = try await session.send(.setUserData(session.sender(), userData: person)) }
  }

  /// Says the app's own id of the person; sent only when it is another than before.
  public func setCustomerUserId(_ userId: String) async {
    guard session.install.userID != userId else { return }
    await report {
      _ = try await session.send(.customerUserID(session.sender(), userID: userId))
      session.install.userID = userId
    }
  }

  /// Says the install's ids in other services.
  public func setAdditionalData(_ integrationData: IntegrationData) async {
    guard let id = integrationData.clevertapId else { return }
    await report { _ = try await session.send(.integrations(session.sender(), clevertapID: id)) }
  }

  /// Says where notifications go.
  public func setPushToken(_ pushToken: String) async {
    await report { _ = try await session.send(.pushToken(session.sender(), pushToken)) }
  }
}
