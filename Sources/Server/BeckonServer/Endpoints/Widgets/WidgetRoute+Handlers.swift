import BeckonContract

extension WidgetRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateWidget.prepare)
    case .list: .keyed(ListWidgets.prepare)
    case .read: .keyed(ReadWidget.prepare)
    case .update: .keyed(UpdateWidget.prepare)
    case .delete: .keyed(DeleteWidget.prepare)
    case .report: .keyed(ReadWidgetReport.prepare)
    }
  }
}
