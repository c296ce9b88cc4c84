/// Bounds of widgets. Bytes are bytes of UTF-8.
public enum WidgetLimits {
  /// Widgets of an app.
  public static let widgets = 200
  /// The code by which clients name a widget.
  public static let codeBytes = 100
  /// A page's name, a placement, an experiment or a variant.
  public static let wordBytes = 100
  /// Products that a widget shows.
  public static let items: ClosedRange<Int64> = 1...100
  /// Products that are chosen by hand.
  public static let staticItems = 50
  /// Methods, one after the other.
  public static let methods = 10
  /// Languages of a title.
  public static let titles = 50
  /// Values of one filter.
  public static let filterValues = 50
  /// Days for which what was bought is not shown.
  public static let boughtDays: ClosedRange<Int64> = 0...365
  /// Ways of showing that are compared with each other, beside the widget as it is.
  public static let variants = 4
  /// Days between a click and an order that it brings, and between a visitor's first meeting with a
  /// widget and the last of their orders that are compared.
  public static let orderDays: Int64 = 7
  /// Days within which a client tells what was done with a widget; later it counts for none.
  public static let lateDays: Int64 = 3
  /// Banners that count of one event of a client.
  public static let bannersOfEvent = 20
  /// Banners of one visitor that are told apart in one batch of the loop that adds up.
  public static let bannersOfVisitor = 20
  /// Banners of a widget that are told apart on one day; clients can make up any number.
  public static let bannersOfDay: Int64 = 500
  /// Products of one answer, of all its widgets; what stands behind them shows nothing.
  public static let answerProducts = 500
  /// Lists that are computed for one answer, for all its pages and widgets; methods behind them
  /// give nothing. A list takes a fraction of a millisecond, and an app may have 200 widgets of ten
  /// methods on one page.
  public static let answerLists = 40
  /// Rows of a report; what is less is added up.
  public static let reportRows = 500
}
