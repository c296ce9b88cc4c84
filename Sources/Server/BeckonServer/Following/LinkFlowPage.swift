import BeckonEngine
import BeckonHTTP
import BeckonModel

/// What a link does, drawn for those who made it: `d=1` in the query of any link. In English, like
/// the rest of what the program tells developers. To look is no click.
struct LinkFlowPage: Sendable {
  private let link: Link
  private let flow: LinkFlow
  private let settings: AppSettings
  private let shortURL: String

  init(_ followed: FollowedLink, _ settings: AppSettings, shortURL: String) {
    link = followed.link
    flow = LinkFlow(followed.link, followed.targets, settings)
    self.settings = settings
    self.shortURL = shortURL
  }

  /// Whether the drawing is asked for rather than where the link leads.
  static func isAsked(by request: HTTPRequest) -> Bool {
    !request.query.isEmpty && request.query.contains { $0.name == "d" && $0.value == "1" }
  }

  var page: HTMLPage {
    HTMLPage(.english, title: "What this link does", style: .flowStyle) {
    } body: {
      HTML(.h1) { "What this link does" }
      HTML(.p) { HTML(.code) { shortURL } }
      HTML(.ul) { for fact in facts { HTML(.li) { fact } } }
      HTML(.div, .class("cards")) { for branch in flow.branches { card(branch) } }
    }
  }

  private var facts: [String] {
    let social = [link.options.social?["title"], link.options.social?["description"]]
      .compactMap { $0?.string }
    let utm = (link.options.utm?.members ?? []).compactMap { parameter in
      parameter.value.string.map { "utm_\(parameter.name)=\($0)" }
    }
    return [
      link.expiresAt.map { "Works until \($0.text)." } ?? "Works until it is deleted.",
      social.isEmpty
        ? "Messengers show what is on the page to which it leads."
        : "Messengers show: " + social.joined(separator: " – "),
      utm.isEmpty ? "Adds no campaign parameters." : "Adds " + utm.joined(separator: ", ") + ".",
      passed,
    ]
  }

  private var passed: String {
    switch link.options.passParameters ?? settings.passParameters {
    case .none: "Hands none of a visitor’s parameters on."
    case .all: "Hands all of a visitor’s parameters on."
    case .only(let names): "Hands on of a visitor’s parameters: \(names.joined(separator: ", "))."
    }
  }

  // MARK: One device

  private func card(_ branch: LinkFlow.Branch) -> HTML {
    HTML(.section, .class("card")) {
      HTML(.h2) { Self.name(branch.device) }
      if branch.app != nil { HTML(.p, .class("question")) { "Is the app installed?" } }
      HTML(.div, .class("ways")) {
        if let app = branch.app {
          HTML(.div, .class("yes")) {
            HTML(.p, .class("answer")) { "Yes" }
            appBox(app, branch.device)
          }
        }
        HTML(.div, .class("no")) {
          if branch.app != nil { HTML(.p, .class("answer")) { "No" } }
          for box in Self.boxes(without: branch) { Self.box(box) }
        }
      }
    }
  }

  private func appBox(_ app: LinkFlow.App, _ device: LinkFlow.Device) -> HTML {
    let version = app.minimumVersion.map { [Line.text("Needs version \($0) or later.")] } ?? []
    guard !app.ways.isEmpty else {
      let missing =
        device == .android
        ? "android.package and android.sha256" : "ios.bundle_id and ios.team_id"
      return Self.box(
        [
          .text("Nothing opens the app: the way is the same as without it."),
          .text("Set \(missing) of the app (PATCH /v1/app)."),
        ] + version)
    }
    let missing: [Line] =
      app.ways.contains(.association)
      ? []
      : [
        .text(
          "The system itself does not open it: set "
            + (device == .android ? "android.sha256" : "ios.bundle_id and ios.team_id")
            + " of the app (PATCH /v1/app).")
      ]
    return Self.box(
      [app.place.map { .address("The app opens at", $0) } ?? .text("The app opens.")]
        + app.ways.map { .text(Self.text($0, device)) } + missing + version)
  }

  private enum Line {
    case text(String)
    case address(String, String)
  }

  private static func box(_ lines: [Line]) -> HTML {
    HTML(.div, .class("box")) {
      for line in lines {
        switch line {
        case .text(let text): HTML(.p) { text }
        case .address(let text, let url):
          HTML(.p) {
            text + " "
            HTML(.code) { url }
          }
        }
      }
    }
  }

  private static func boxes(without branch: LinkFlow.Branch) -> [[Line]] {
    var boxes: [[Line]] = []
    if let waits = branch.pageWaits {
      boxes.append([
        .text("The link’s page"),
        .text(
          waits
            ? "It waits for a tap, which copies the link for the app to find."
            : "It goes on by itself; inside other apps it waits where it can open the app."),
      ])
    }
    boxes.append([.address("Leads to", branch.end)])
    let found = branch.evidence.map(text)
    if branch.app == nil {
      boxes.append([.text("A sign-up there is the click’s"), .text(found.joined(separator: " "))])
    } else {
      boxes.append(
        [.text("The app’s first launch finds the click")]
          + (found.isEmpty ? ["by nothing: no way is left."] : found).map(Line.text))
    }
    return boxes
  }

  private static func name(_ device: LinkFlow.Device) -> String {
    switch device {
    case .iPhone: "iPhone"
    case .iPad: "iPad"
    case .android: "Android"
    case .other: "Computers, and iPads that call themselves a Mac"
    }
  }

  private static func text(_ way: LinkFlow.Way, _ device: LinkFlow.Device) -> String {
    switch way {
    case .association:
      device == .android
        ? "By itself, as an app link of this host." : "By itself, as a universal link of this host."
    case .scheme: "Inside other apps by a button with the app’s own scheme."
    case .package(let package): "Inside other apps by a button for the package \(package)."
    }
  }

  private static func span(_ minutes: Int64) -> String {
    minutes >= 120 && minutes % 60 == 0 ? "\(minutes / 60) hours" : "\(minutes) minutes"
  }

  private static func text(_ evidence: LinkFlow.Evidence) -> String {
    switch evidence {
    case .installReferrer: "by Google Play’s install referrer."
    case .pasteboard: "by the link that was copied."
    case .networkAndDevice(let minutes):
      "by network and device, for \(span(minutes)), if nobody else fits."
    case .url: "by beckon_click in the URL, if the page hands it on."
    }
  }
}
