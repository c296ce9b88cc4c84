import BeckonEngine
import BeckonModel
import BeckonStore

extension LinkrunnerRequest {
  /// How old the install is: by Google Play, or by the client, which counts the seconds since its
  /// own first start on the device. On iOS `init` tells neither.
  func age(at received: Instant) -> InstallAge {
    let began = InstallAge(installedAt: playSeconds.map { Instant(milliseconds: $0 * 1_000) })
    guard began.installedAt == nil else { return began }
    let told = number(fields.value("time_since_app_install"))
    return InstallAge(seconds: told, at: at(receivedAt: received) ?? received)
  }

  private var playSeconds: Int64? {
    [
      "install_ref_installBeginTimestampServerSeconds", "install_ref_installBeginTimestampSeconds",
      "installBeginTimestampServerSeconds", "installBeginTimestampSeconds",
    ].lazy.compactMap { number(deviceData[$0]) }
      .first { (1...Self.secondsMax).contains($0) }.map { Int64($0) }
  }

  /// The year 9999.
  private static let secondsMax = 253_402_300_799.0

  /// Some clients write numbers as texts.
  private func number(_ json: JSON?) -> Double? {
    json?.double ?? json?.string.flatMap { try? JSONReader.read($0) }?.double
  }

  /// Takes its link and click from an install that this call shows to be old by its age.
  func settleAge(_ call: Call, _ scope: Scope) throws {
    guard let installID,
      age(at: call.now).isOld(since: scope.app.settings.attributionSince),
      let install = try Installs(scope).find(client: installID), try call.isProven(install, scope)
    else { return }
    try OldInstalls(scope).settle(install.id)
  }
}
