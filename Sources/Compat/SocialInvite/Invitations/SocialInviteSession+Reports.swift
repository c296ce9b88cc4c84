import BeckonContract
import BeckonContractSocialInvite
import BeckonModel

extension SocialInviteSession {
  /// Asks how far the invitations of a bulk have come, and keeps it.
  /// - Throws: `InviteError`.
  func deliveries(_ bulk: String) async throws(InviteError) -> SocialInviteDelivery {
    guard settings.reports else { throw .reportsDisabled }
    guard settings.key != nil else { throw .notInitialized }
    guard !bulk.isEmpty else { throw .stopped(.invalidInput, "The bulk's id is missing.") }
    let json: JSON
    do throws(InviteError) {
      json = try await ask(SocialInviteDeliveryRoute.deliveries.route, [bulk])
    } catch {
      if case .refused(let failure, _) = error, failure.isUnknownBulk { forget(bulk) }
      throw error
    }
    let answer = try read(json, SocialInvite.DeliveryAnswer.init(json:))
    return SocialInviteDelivery(answer, persons: note(answer, bulk))
  }

  /// Asks about a bulk while it is polled, and tells the delegate what came of it.
  func refresh(_ bulk: String) async {
    let result: Result<SocialInviteDelivery, InviteError>
    do throws(InviteError) {
      result = .success(try await deliveries(bulk))
    } catch {
      result = .failure(error)
      // As in the vendor's library: that a bulk is too old is nothing that has gone wrong.
      if case .refused(let failure, _) = error, failure.isUnknownBulk { return }
    }
    await tell(.delivered(result))
  }

  /// Keeps what the server says of numbers that were invited with this bulk last.
  /// - Returns: whose numbers they are in the address book, by the number as it was sent.
  private func note(_ answer: SocialInvite.DeliveryAnswer, _ bulk: String) -> [String: Int] {
    var persons: [String: Int] = [:]
    change { rows in
      persons = [:]
      for delivery in answer.deliveries {
        let number = PhoneText(delivery.address).digits
        guard var row = rows[number], row.bulkID == bulk else { continue }
        persons[delivery.address] = row.personID
        row.status = delivery.status
        row.messageID = delivery.messageID
        rows[number] = row
      }
    }
    return persons
  }

  /// Notes that nothing will be heard of a bulk any more.
  private func forget(_ bulk: String) {
    change { rows in
      for (number, row) in rows where row.bulkID == bulk && row.isPending {
        rows[number]?.status = SocialInvite.LocalStatus.undefined
      }
    }
  }
}
