import BeckonModel

extension Reply {
  /// A table of a page as CSV.
  static func csv(_ name: String, _ table: DataTable) -> Reply {
    Reply(
      status: 200,
      headers: [
        ("Content-Type", "text/csv; charset=utf-8; header=present"),
        ("Content-Disposition", "attachment; filename=\"\(name).csv\""),
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ], body: table.bytes)
  }
}
