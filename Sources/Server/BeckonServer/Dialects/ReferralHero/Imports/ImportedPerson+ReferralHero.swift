import BeckonContractReferralHero
import BeckonEngine
import BeckonModel

extension ImportedPerson {
  /// Reads a row of the vendor's list.
  /// - Parameter goal: conversion events of the campaign.
  /// - Throws: `FieldError`; `ImportRejection` of somebody whose address nobody has verified.
  init(referralHero row: Fields, region: String?, goal: Int, now: Instant) throws {
    try Self.checkVerified(row)
    let kinds: [(column: ExportColumn, kind: IdentityKind)] = [
      (.email, .email), (.phone, .phone), (.wallet, .wallet), (.otherID, .otherID),
    ]
    let identities = try kinds.compactMap { column, kind -> Identity? in
      guard let text = try column.text(row) else { return nil }
      do {
        return try NormalForm.of(Identity(kind: kind, value: text), region: region)
      } catch let error as FieldError {
        throw FieldError(column.rawValue, error.reason)
      }
    }
    let name = try Self.name(row)
    self.init(
      identities: identities, code: try Self.code(row), referrer: try Self.referrer(row),
      state: try Self.state(row, goal: goal), signedUpAt: try Self.signedUpAt(row, now: now),
      attributes: name.map { [JSON.Member("name", .string($0))] } ?? [],
      membership: try Self.membership(row))
  }

  // MARK: Who

  /// An address that only somebody has typed in may be anybody's, and an import is the operator's
  /// word that it is the person's.
  private static func checkVerified(_ row: Fields) throws {
    guard let text = try ExportColumn.verified.text(row)?.lowercased() else { return }
    if ["true", "yes", "1", "verified"].contains(where: { $0 == text }) { return }
    guard ["false", "no", "0", "unverified"].contains(where: { $0 == text }) else {
      throw FieldError(ExportColumn.verified.rawValue, "must be true, false or empty")
    }
    throw ImportRejection(
      .unverified,
      "nobody has verified this address where the list is from; --ignore with that column's name "
        + "takes such rows too")
  }

  private static func name(_ row: Fields) throws(FieldError) -> String? {
    if let name = try ExportColumn.name.text(row) { return name }
    let parts = [try ExportColumn.firstName.text(row), try ExportColumn.lastName.text(row)]
    let name = parts.compactMap { $0 }.joined(separator: " ")
    return name.isEmpty ? nil : name
  }

  private static func membership(_ row: Fields) throws(FieldError) -> ImportedMembership {
    let kept: [ExportColumn] = [
      .extraField, .extraField2, .extraField3, .extraField4, .optionField, .walletProvider,
      .source, .device,
    ]
    var details: [JSON.Member] = []
    for column in kept {
      guard let text = try column.text(row, max: SubscriberFields.fieldBytesMax) else { continue }
      details.append(JSON.Member(column.rawValue, .string(text)))
    }
    var referred: Int64?
    if let text = try ExportColumn.peopleReferred.text(row) {
      guard let number = Int64(text), number >= 0 else {
        throw row.error(ExportColumn.peopleReferred.rawValue, "must be a whole number")
      }
      referred = number
    }
    return ImportedMembership(
      alias: try ExportColumn.id.text(row), details: details, referred: referred)
  }

  // MARK: The referral

  /// The member's code, or that of their link.
  private static func code(_ row: Fields) throws(FieldError) -> String? {
    if let code = try ExportColumn.code.text(row, max: CSVReader.rowBytes) { return code }
    guard let link = try ExportColumn.link.text(row, max: Limits.openedURLBytes),
      case .code(let code)? = NamedReferrer(link), !code.has("/")
    else { return nil }
    return code
  }

  private static func referrer(_ row: Fields) throws(FieldError) -> Referrer? {
    let columns: [ExportColumn] = [.referrerCode, .referrerID, .referrerEmail, .referrer]
    for column in columns {
      guard let text = try column.text(row, max: Limits.openedURLBytes) else { continue }
      return switch NamedReferrer(text) {
      case .code(let code): column == .referrerID ? .alias(code) : .code(code)
      case .alias(let id): .alias(id)
      case .email(let address): .identity(Identity(kind: .email, value: address))
      case .subscriber, .click, nil: .code(text)
      }
    }
    return nil
  }

  /// How far a referral had come, in the vendor's words.
  private static func state(_ row: Fields, goal: Int) throws(FieldError) -> ReferralState? {
    let column = ExportColumn.status
    guard let text = try column.text(row)?.lowercased(), text != "organic" else { return nil }
    let word = text == ReferralHero.pendingStatus ? ReferralState.pending.rawValue : text
    let states = ReferralState.allCases.filter { $0.isReached(byGoal: goal) }
    if let state = states.first(where: { $0.rawValue == word }) { return state }
    throw row.error(
      column.rawValue,
      "must be \(states.map(\.rawValue).joined(separator: " or ")), as the campaign's goal is "
        + "\(goal); or leave the column out with --ignore")
  }

  private static func signedUpAt(_ row: Fields, now: Instant) throws(FieldError) -> Instant? {
    let column = ExportColumn.createdAt.rawValue
    guard let text = try ExportColumn.createdAt.text(row) else { return nil }
    guard let time = ListedTime.read(text) else {
      throw row.error(
        column, "must be a time such as 2024-02-03T10:00:00Z, 2024-02-03 10:00 or 03/02/2024")
    }
    try check(time, column, row, now: now)
    return time
  }
}
