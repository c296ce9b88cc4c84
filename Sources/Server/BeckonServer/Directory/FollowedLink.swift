import BeckonEngine
import BeckonModel
import BeckonStore

/// A link made ready for being followed often.
struct FollowedLink: Sendable {
  let link: Link
  let targets: LinkTargets
  /// Where a redirect leads, without its click.
  private let target: String
  /// What stands before and behind the click's id; `nil` when the target does not take one.
  private let around: (before: String, behind: String)?

  init(_ link: Link, _ targets: LinkTargets) {
    self.link = link
    self.targets = targets
    target = Self.target(targets.url, link)
    // The place of the id is the same for each click, so it is looked for once, with an id that no
    // click has.
    let mark = ClickID(Identifier(high: .max, low: .max))
    let marked = Target.adding(click: mark, to: target)
    around = marked.parts(around: mark.text)
  }

  /// What its texts take up, about: what it leads to stands in the link, in `targets`, in `target`
  /// and around the id.
  var bytes: Int {
    2 * link.options.json.bytes.count + 4 * target.utf8.count + link.code.utf8.count
  }

  /// Where a redirect to the link's target or deep link leads; with its id when it is a click.
  func redirect(_ click: Click, _ handed: HandedParameters?, to page: String) -> String {
    guard page == targets.url else {
      let whole = Self.target(page, link)
      let longer = handed?.added(to: whole) ?? whole
      return click.kind == .click ? Target.adding(click: click.id, to: longer) : longer
    }
    if let handed {
      let longer = handed.added(to: target)
      return click.kind == .click ? Target.adding(click: click.id, to: longer) : longer
    }
    guard click.kind == .click, let around else { return target }
    return around.before + click.id.text + around.behind
  }

  /// A target with the link's UTM parameters.
  static func target(_ url: String, _ link: Link) -> String {
    guard let utm = link.options.utm else { return url }
    return Target.adding(utm: UTM(json: utm), to: url)
  }
}
