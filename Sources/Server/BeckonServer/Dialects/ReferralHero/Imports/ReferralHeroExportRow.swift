import BeckonEngine
import BeckonModel

/// What a row of the vendor's list is read as, for who tests what reads it.
public struct ReferralHeroExportRow: Sendable {
  /// By what the person is known, in normal form.
  public private(set) var identities: [Identity] = []
  /// The referral code that the person keeps.
  public private(set) var code: String?
  /// When the person signed up.
  public private(set) var signedUpAt: Instant?
  /// Why the row would be rejected; `nil` when it would not.
  public private(set) var fault: String?

  /// Reads a row below its headings; a heading that is not known is left out.
  /// - Parameters:
  ///   - cells: as many as headings.
  ///   - goal: conversion events of the campaign, 1 to 3.
  public init(headings: [String], cells: [String], goal: Int, now: Instant) {
    let members = zip(headings, cells).compactMap { heading, cell -> JSON.Member? in
      guard let column = ExportColumn(heading: heading), !cell.isEmpty else { return nil }
      return JSON.Member(column.rawValue, .string(cell))
    }
    do {
      let person = try ImportedPerson(
        referralHero: Fields(.object(members)), region: nil, goal: goal, now: now)
      (identities, code, signedUpAt) = (person.identities, person.code, person.signedUpAt)
    } catch let error as FieldError {
      fault = error.path + " " + error.reason
    } catch {
      fault = "\(error)"
    }
  }
}
