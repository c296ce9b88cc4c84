import Foundation

extension IBSIAddressBook {
  /// Asks once how far all invitations have come that still wait.
  /// - Parameter delegate: an `IBSIDeliveryReportDelegate`, which is told of each person of whom
  ///   something is known that was not, and of each when it is over.
  public func requestDeliveryStatusAndUpdatePendingInvitations(
    withDelegate delegate: AnyObject?
  ) {
    let listener = session.deliveryDelegate(delegate)
    Task { await updatePending(listener) }
  }

  private func updatePending(_ listener: (any IBSIDeliveryReportDelegate)?) async {
    let people = persons
    for person in people { person.updateDeliveryStatus() }
    let pending = people.filter { $0.isInPendingState() }
    let before = pending.map(\.statuses)
    // Each bulk once, however many people it went to.
    for bulk in Set(pending.flatMap(\.pendingBulkIDs)).sorted() { await session.refresh(bulk) }
    for (person, statuses) in zip(pending, before) {
      person.updateDeliveryStatus()
      let report = IBSIDeliveryReportOperation(person: person, delegate: listener)
      let isChanged = person.statuses != statuses
      await MainActor.run {
        if isChanged { listener?.deliveryStatusDidChanged(report) }
        listener?.deliveryFetchDidFinish(report)
      }
    }
  }

  /// Forgets whom the server has not taken: call it when sending has failed. The library does it
  /// for what it has sent itself; what is left is of a run that was ended in the middle.
  public func updateDatabaseDeleteItemsWithoutBulkId() {
    session.change { rows in rows = rows.filter { $0.value.bulkID != nil } }
    for person in persons { person.updateDeliveryStatus() }
  }

  /// Whether an invitation was sent to one of somebody's numbers.
  public func isInvitationSent(toPersonId personId: Int) -> Bool {
    person(withId: personId)?.phoneNumbers.contains { isInvitationSent(toMsisdn: $0) } ?? false
  }

  /// Whether an invitation was sent to a number.
  public func isInvitationSent(toMsisdn msisdn: String) -> Bool {
    (try? session.invitationFile)?.row(of: PhoneText(msisdn))?.bulkID != nil
  }
}
