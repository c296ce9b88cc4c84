extension Route {
  /// Every call of the native API.
  public static let native: [Route] =
    OperationRoute.routes + AppRoute.routes + LinkRoute.routes + InstallRoute.routes
    + PersonRoute.routes + RecordRoute.routes + PasswordRoute.routes + EventRoute.routes
    + CampaignRoute.routes + RewardRoute.routes + PaymentRoute.routes + ReportRoute.routes
    + PostbackRoute.routes + WebhookRoute.routes + MessageRoute.routes
    + MailPageRoute.routes + InviteRoute.routes + MessageTextRoute.routes + SMSRoute.routes
    + VisitorRoute.routes
    + VisitRoute.routes + LinkReportRoute.routes + CatalogRoute.routes + RecommendationRoute.routes
    + WidgetRoute.routes + ReminderRoute.routes + SearchRoute.routes
}
