import BeckonContractLinkrunner
import BeckonModel

extension FraudVendor {
  /// Linkrunner's protocol, where the install's id stands for a token.
  static let linkrunner = FraudVendor(
    vendor: .linkrunner, routes: Linkrunner.routes,
    moves: ThiefMove.linkrunner + ThiefMove.linkrunnerPeople,
    telling: Telling(
      phoneCall: linkrunnerCall,
      payment: { purchase, life in
        var call = life.serverCall("/api/v1/capture-payment", captured(purchase, by: life))
        call.key = .none
        call.headers = [("linkrunner-key", life.shop.secret)]
        return call
      }))

  private static func linkrunnerCall(
    _ word: Word, _ life: HonestLife, _ phone: HonestLife.Phone, _ address: String
  ) -> FraudCall {
    let (path, more) = said(word, life)
    let usual: JSON = [
      "token": .string(linkrunner.key(in: life.shop)),
      "install_instance_id": .string(phone.installID),
      "platform": .string(life.plan.isIPhone ? "IOS" : "ANDROID"),
      "device_data": deviceData(life),
    ]
    return FraudCall(
      path: path, key: .none, body: .object((usual.members ?? []) + (more.members ?? [])),
      address: address)
  }

  private static func said(_ word: Word, _ life: HonestLife) -> (path: String, more: JSON) {
    let plan = life.plan
    switch word {
    case .launch(let link):
      return ("/api/client/init", .object(["link": link.map(JSON.string)]))
    case .signUp:
      let user: JSON = ["id": .string(plan.userID), "email": .string(plan.mail)]
      return ("/api/client/trigger", ["user_data": user])
    case .payment(let purchase):
      return ("/api/client/capture-payment", captured(purchase, by: life))
    case .event(let purchase):
      return (
        "/api/client/capture-event",
        [
          "event_name": "purchase", "event_id": .string(purchase.id),
          "user_id": .string(plan.userID),
          "event_data": ["total": .integer(purchase.total), "note": .string(purchase.note)],
        ]
      )
    }
  }

  private static func captured(_ purchase: HonestPurchase, by life: HonestLife) -> JSON {
    [
      "user_id": .string(life.plan.userID), "payment_id": .string(purchase.id),
      "amount": .integer(purchase.total), "type": "DEFAULT",
    ]
  }

  private static func deviceData(_ life: HonestLife) -> JSON {
    let plan = life.plan
    return .object([
      "device_name": plan.isIPhone ? "iPhone15,2" : nil,
      "device_model": plan.isIPhone ? nil : "Pixel 8",
      "system_version": plan.isIPhone ? "17.5.1" : "14", "preferred_language": "tr-TR",
      "timezone": "Europe/Istanbul", "version": "1.0",
      (plan.isIPhone ? "idfa" : "gaid"): .string("\(Canaries.mark)-ad-\(plan.number)"),
      "install_ref": plan.evidence == .playReferrer ? life.playReferrer.map(JSON.string) : nil,
    ])
  }
}
