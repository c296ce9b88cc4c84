import BeckonEngine
import BeckonModel
import BeckonStore

/// What stands around a page: the apps, the navigation, who is signed in.
struct DashboardLayout {
  private let request: DashboardRequest
  private let current: DashboardPage
  private let pages: [DashboardPage]
  private let notice: Words?

  init(
    _ request: DashboardRequest, _ current: DashboardPage, pages: [DashboardPage], notice: Words?
  ) {
    self.request = request
    self.current = current
    self.pages = pages
    self.notice = notice
  }

  /// The whole page.
  func page(_ content: HTML) -> HTMLPage {
    let title = request.text(current.title)
    let place = request.app.map { $0.name } ?? "Beckon"
    return Self.page(request.language, title: title + " · " + place) {
      HTML(.a, .class("skip"), .anchor("content")) { request.text(.skipToContent) }
      HTML(.div, .class("frame")) {
        HTML(.header, .class("side")) {
          HTML(.a, .class("brand"), .href(LocalPath(["dashboard"]))) { "Beckon" }
          apps
          navigation
          who
        }
        HTML(.main, .id("content")) {
          HTML(.h1) { title }
          if let notice {
            HTML(.div, .class("notice"), .role("status")) { HTML(.p) { request.text(notice) } }
          }
          content
          HTML(.footer) { HTML(.p) { request.text(.timesAreUTC) } }
        }
      }
    }
  }

  private var apps: HTML {
    HTML(.details, .class("apps")) {
      HTML(.summary) { request.app?.name ?? request.text(.allApps) }
      HTML(.ul) {
        HTML(.li) { HTML(.a, .href(LocalPath(["dashboard"]))) { request.text(.allApps) } }
        HTML(
          request.apps.prefix(Self.appsShown).map { app in
            let mark = app.id == request.app?.id ? Attribute.currentPage : .absent
            return HTML(.li) {
              HTML(.a, .href(LocalPath(["dashboard", app.id.text])), mark) { app.name }
            }
          })
      }
    }
  }

  private static let appsShown = 200

  private var navigation: HTML {
    HTML(.nav, .label(request.text(.navigation))) {
      HTML(DashboardPage.Section.allCases.map(section))
    }
  }

  private func section(_ section: DashboardPage.Section) -> HTML {
    let shown = pages.filter { page in
      page.section == section
        && (page.place == .app
          ? request.app != nil : page.place == .own || request.holder.apps == nil)
    }
    guard !shown.isEmpty else { return HTML([]) }
    return HTML {
      HTML(.h2) { request.text(section.words) }
      HTML(.ul) {
        HTML(
          shown.map { page in
            let mark =
              page.name == current.name && page.place == current.place
              ? Attribute.currentPage : .absent
            let app = page.place == .app ? request.app?.id : nil
            return HTML(.li) {
              HTML(.a, .href(DashboardRequest.page(page.name, of: app)), mark) {
                request.text(page.title)
              }
            }
          })
      }
    }
  }

  private var who: HTML {
    HTML(.div, .class("who")) {
      HTML(.p) {
        request.text(
          .signedInAs,
          ["name": request.holder.name, "role": request.text(request.holder.role.words)])
      }
      HTML(.form, .post, .action(LocalPath(["dashboard", "sign-out"])), .class("inline")) {
        HTML.input(.type("hidden"), .name("form_token"), .value(request.formToken))
        HTML(.button, .class("second small")) { request.text(.signOut) }
      }
    }
  }

  // MARK: Without anybody signed in

  /// A page for who is not signed in.
  static func door(
    _ language: Language, title: String, @HTMLBuilder content: () -> HTML
  ) -> HTMLPage {
    let content = content()
    return page(language, title: title) { HTML(.main, .class("door")) { content } }
  }

  private static func page(
    _ language: Language, title: String, @HTMLBuilder body: () -> HTML
  ) -> HTMLPage {
    // Of the languages that browsers ask for, the texts have two.
    let shown = Words.languages.contains(language) ? language : .english
    return HTMLPage(
      shown, title: title,
      head: {
        HTML.styleSheet(Asset.style.path, integrity: Asset.style.integrity)
        if Asset.hasCharts {
          HTML.script(Asset.charts.path, integrity: Asset.charts.integrity)
        }
        HTML.script(Asset.script.path, integrity: Asset.script.integrity)
      }, body: body())
  }
}

extension DashboardPage.Section {
  fileprivate var words: Words {
    switch self {
    case .loop: .theLoop
    case .run: .run
    case .shop: .theShop
    case .setup: .setUp
    case .server: .server
    }
  }
}
