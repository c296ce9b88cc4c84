extension Reply {
  /// A page of the dashboard.
  static func dashboard(_ page: HTMLPage, status: Int) -> Reply {
    .page(page, status: status, referrer: "same-origin")
  }
}
