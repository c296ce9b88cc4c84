import BeckonModel

extension LocalPath {
  /// Where somebody who was sent a link says what is wrong with it.
  static func linkReport(_ app: AppID, _ link: LinkID) -> LocalPath {
    LocalPath(["web", "report", app.text, link.text])
  }
}
