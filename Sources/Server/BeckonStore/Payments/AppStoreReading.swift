import BeckonEngine
import BeckonModel

/// What the App Store has sent for an app: verified, and about this app.
public struct AppStoreReading: Sendable {
  /// The notification.
  public let notification: AppStoreNotification
  /// The transaction that it tells of; `nil` when there is none.
  public let transaction: StoreTransaction?

  /// Reads the `signedPayload` of a request.
  /// - Throws: `StoreRefusal`.
  public init(
    signedPayload: String, _ settings: AppSettings, _ verifier: AppStoreVerifier
  ) throws(StoreRefusal) {
    let path = "signedPayload"
    let payload = try verifier.payload(of: signedPayload, at: path)
    notification = try Self.formed(at: path) { () throws(FieldError) in
      try AppStoreNotification(payload)
    }
    guard let purchase = notification.purchase else {
      transaction = nil
      return
    }
    try Self.check(purchase, settings.ios)
    if let renewal = purchase.signedRenewal {
      let inner = path + ".data.signedRenewalInfo"
      let state = try verifier.payload(of: renewal, at: inner)
      guard state.value("environment")?.string == purchase.environment else {
        throw StoreRefusal(.app, FieldError(inner, "is of another environment"))
      }
    }
    guard let signed = purchase.signedTransaction else {
      transaction = nil
      return
    }
    let inner = path + ".data.signedTransactionInfo"
    let fields = try verifier.payload(of: signed, at: inner)
    transaction = try Self.formed(at: inner) { () throws(FieldError) in
      try StoreTransaction(appStore: fields, in: purchase)
    }
  }

  private static func check(
    _ purchase: AppStoreNotification.Purchase, _ app: IOSApp?
  ) throws(StoreRefusal) {
    guard let app else {
      throw StoreRefusal(
        .app,
        FieldError(
          "signedPayload.data.bundleId",
          "cannot be checked: set the app's ios.bundle_id by PATCH /v1/app"))
    }
    guard purchase.bundleID == app.bundleID else {
      throw StoreRefusal(
        .app,
        FieldError("signedPayload.data.bundleId", "is not the app's ios.bundle_id, \(app.bundleID)")
      )
    }
    if let said = purchase.appStoreID, let known = app.appStoreNumber, said != known {
      throw StoreRefusal(
        .app,
        FieldError("signedPayload.data.appAppleId", "is not the app's ios.app_store_id, \(known)"))
    }
  }

  private static func formed<Value>(
    at path: String, _ read: () throws(FieldError) -> Value
  ) throws(StoreRefusal) -> Value {
    do {
      return try read()
    } catch {
      throw StoreRefusal(.form, FieldError(path + "." + error.path, error.reason))
    }
  }
}
