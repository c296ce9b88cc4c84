import BeckonModel

extension SegmentifyManager {
  /// The device may be notified, or about what. Its token goes with each later event.
  public func sendNotification(segmentifyObject: NotificationModel) {
    warn(of: segmentifyObject)
    if let token = segmentifyObject.deviceToken { session.memory.token = token }
    tell(segmentifyObject.fact(isSubscription: true))
  }

  /// A notification was shown or opened. `getTrackingParameters` then tells of the one that was
  /// opened.
  public func sendNotificationInteraction(segmentifyObject: NotificationModel) {
    warn(of: segmentifyObject)
    if segmentifyObject.type ?? .CLICK == .CLICK {
      session.memory.campaign = segmentifyObject.instanceId
      session.memory.product = segmentifyObject.interactionId
    }
    tell(segmentifyObject.fact(isSubscription: false))
  }

  /// The campaign of the notification that was opened last; without one all of it is `nil`.
  public func getTrackingParameters() -> UtmModel {
    let (utm, memory) = (UtmModel(), session.memory)
    guard let campaign = memory.campaign else { return utm }
    (utm.utm_source, utm.utm_medium) = ("segmentify", "push")
    (utm.utm_campaign, utm.utm_content) = (campaign, memory.product)
    return utm
  }

  private func warn(of notification: NotificationModel) {
    guard notification.firebaseServerKey != nil else { return }
    session.log("firebaseServerKey is not sent: take it out of the app, it opens every phone.")
  }
}
