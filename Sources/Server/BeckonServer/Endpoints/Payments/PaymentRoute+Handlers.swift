import BeckonContract

extension PaymentRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .record: .keyed(RecordPaymentEndpoint.prepare)
    case .refund: .keyed(RefundPaymentEndpoint.prepare)
    case .readRevenue: .keyed(ReadRevenue.prepare)
    case .list: .keyed(ListPayments.prepare)
    case .notifyAppStore: .open(ReceiveAppStoreNotification.answer)
    case .notifyGooglePlay: .open(ReceiveGoogleNotification.answer)
    }
  }
}
