import BeckonEngine
import BeckonModel

/// A visit of a link, as far as the counts ask.
struct CountedClick {
  let app: Int64
  /// `LongLink.any` for each long one: anybody can make up as many as they like.
  let link: LinkID
  let at: Instant
  /// As `clicks.kind` has it.
  let kind: String
  /// As `clicks.platform` has it.
  let platform: String
  let visitor: Identifier
  /// The campaign of its link, when it is counted.
  let campaign: CampaignID?
  /// The message that sent its link.
  let message: MessageID?

  /// Whether somebody followed the link, and not a program.
  var isClick: Bool { kind == VisitKind.click.rawValue }
}
