/// The part of a board that is shown around somebody.
public enum BoardExcerpt {
  /// A place with those around it, `limit` in all if the board has so many: as many ahead as
  /// behind, but for the board's ends.
  /// - Parameters:
  ///   - ahead: places ahead, the nearest first; no more than `limit - 1` are needed.
  ///   - behind: places behind, the nearest first; likewise.
  public static func around<Place>(
    _ place: Place, nearestAhead ahead: [Place], behind: [Place], limit: Int
  ) -> [Place] {
    let shown = min(ahead.count, max((limit - 1) / 2, limit - 1 - behind.count))
    return ahead.prefix(shown).reversed() + [place] + behind.prefix(limit - 1 - shown)
  }
}
