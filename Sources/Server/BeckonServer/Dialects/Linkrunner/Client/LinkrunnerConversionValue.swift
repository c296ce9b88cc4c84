import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// What an answer tells the app to tell Apple; the vendor's clients apply it from any answer that
/// has it (docs/PROTOCOLS/linkrunner.md, Answers).
enum LinkrunnerConversionValue {
  /// The members of `data`; none for an app without a schema, or an install that is not known.
  static func members(of install: InstallID?, _ scope: Scope) throws -> [JSON.Member] {
    guard let install, let value = try ConversionValues(scope).current(for: install) else {
      return []
    }
    let told = Linkrunner.ConversionValue(
      fine: Int64(value.fine), coarse: value.coarse.rawValue, locks: value.locks)
    return told.json.members ?? []
  }

  /// The same for the install that a call names, if it may speak for it. Nothing is asked of the
  /// database for an app without a schema.
  static func members(
    ofClient installID: String?, _ call: Call, _ scope: Scope
  ) throws -> [JSON.Member] {
    guard let installID, !scope.app.conversionSchemas.versions.isEmpty,
      let install = try Installs(scope).find(client: installID), try call.isProven(install, scope)
    else { return [] }
    return try members(of: install.id, scope)
  }
}
