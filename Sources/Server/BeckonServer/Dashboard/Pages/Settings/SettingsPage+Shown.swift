import BeckonEngine
import BeckonModel
import BeckonStore

extension SettingsPage {
  var html: HTML {
    let language = request.language
    return HTML {
      request.opening(.settingsLead)
      Card.html { domains.html(language) }
      HTML(.div, .class("grid")) { HTML(SettingForm.all.map { $0.html(request, app) }) }
      Card.html(request.text(.gateways)) { gateways }
      schema.html
      Card.html { importList.html(language) }
    }
  }

  // MARK: Domains

  /// What `beckon doctor` would find of the app's own settings for each host of its links. How the
  /// host answers from outside, only a look from there can tell.
  var domains: DataTable {
    let own = (app["link_domains"]?.elements ?? []).compactMap(\.string)
    var table = DataTable(
      .linkDomains,
      [
        .init(.linkDomain, .short, csv: "domain"), .init(.onIPhones, .long, csv: "ios"),
        .init(.onAndroids, .long, csv: "android"), .init(.lookFromOutside, .long),
      ],
      own.map { domain in
        let host = domain.split(on: "/", maxSplits: 1).first ?? domain
        return [
          .init(domain), .init(finding(iosGap)), .init(finding(androidGap)),
          .init(HTML(.code) { "beckon doctor --domain " + host }),
        ]
      }
    ).or(EmptyState(.noDomains))
    table.csv = request.path(["csv": "domains"])
    return table
  }

  /// Why links do not open the app by themselves on iOS; `nil` when they do.
  private var iosGap: Words? {
    guard let ios = request.app?.settings.ios else { return .noIOSSettings }
    return ios.teamID == nil ? .noTeamID : nil
  }

  private var androidGap: Words? {
    guard let android = request.app?.settings.android else { return .noAndroidSettings }
    return android.certificateFingerprints.isEmpty ? .noFingerprints : nil
  }

  private func finding(_ gap: Words?) -> String { request.text(gap ?? .opensTheApp) }

  // MARK: Gateways

  private var gateways: HTML {
    HTML {
      Pairs(
        [
          (
            request.text(.textMessages),
            HTML(
              textGateways.isEmpty
                ? request.text(.noTextGateway) : textGateways.joined(separator: ", "))
          ),
          (
            request.text(.mails),
            HTML(request.text(hasMailGateway ? .hasMailGateway : .noMailGateway))
          ),
          (
            request.text(.metaKey),
            HTML(
              request.text(app["meta_install_referrer_key_set"]?.bool == true ? .isSet : .isNotSet))
          ),
          (
            request.text(.playNotifications),
            HTML(
              request.text(request.app?.settings.android?.play == nil ? .isNotSet : .isSet))
          ),
        ]
      ).html
      HTML(.p, .class("note")) { request.text(.gatewaysHow) }
    }
  }

  // MARK: Imports

  var importList: DataTable {
    var table = DataTable(
      .imports,
      [
        .init(.kind, .short, csv: "kind"), .init(.begun, .short, csv: "started_at"),
        .init(.state, .short, csv: "finished_at"), .init(.rowsDone, .number, csv: "rows"),
        .init(.whatCameOfIt, .long, csv: "verdicts"),
        .init(.problemsOfImport, .long, csv: "problems"),
      ], imports.map(row)
    ).or(
      EmptyState(.noImports, command: "beckon import people FILE --app APP --database URL"))
    table.csv = request.path(["csv": "imports"])
    return table
  }

  private func row(_ one: ImportOverview) -> [DataTable.Cell] {
    let verdicts = one.tally.verdicts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      request.text($0.key.rawValue, of: Words.importVerdicts) + ": "
        + request.figures.whole($0.value)
    }
    let end = one.record.finishedAt
    return [
      .init(one.kind), .time(one.record.startedAt.text),
      .init(
        end.map { HTML.time($0) } ?? Badge(request.text(.isUnderWay), .accent).html,
        value: .orNull(end?.text)),
      .init(Int64(one.record.position.rows), request.figures),
      .init(verdicts.joined(separator: ", ")),
      .init(
        HTML(one.problems.map { problem in HTML(.div) { HTML(.small) { text(of: problem) } } }),
        value: .string(one.problems.map { text(of: $0) }.joined(separator: "; "))),
    ]
  }

  private func text(of problem: ImportLog.Row) -> String {
    let reason = problem.rejection.map { $0.reason.rawValue + " " + $0.detail }
    return request.text(
      .lineOfFile, ["line": "\(problem.line)"]) + ": "
      + (reason ?? problem.remark ?? problem.referrer?.rawValue ?? "–")
  }
}
