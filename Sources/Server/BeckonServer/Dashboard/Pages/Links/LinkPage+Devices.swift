import BeckonEngine
import BeckonModel

/// What somebody meets who follows the link, device by device.
extension LinkPage {
  var devices: HTML {
    let social = link["social"]
    return HTML {
      deviceTable.html(request.language)
      HTML(.h3) { request.text(.preview) }
      if let title = social?["title"]?.string ?? social?["description"]?.string {
        HTML(.div, .class("empty")) {
          HTML(.strong) { title }
          if let text = social?["description"]?.string, text != title { HTML(.p) { text } }
          if let image = social?["image"]?.string { HTML(.p) { HTML(.small) { image } } }
        }
      } else {
        HTML(.p, .class("note")) { request.text(.previewIsTargets) }
      }
      if LinkStanding(link, at: request.now) == .runs {
        HTML(.p) {
          HTML(.a, .href((link["short_url"]?.string ?? "") + "?d=1")) { request.text(.drawnFlow) }
        }
      }
    }
  }

  var deviceTable: DataTable {
    DataTable(
      .whatVisitorsMeet,
      [
        .init(.device, .short, csv: "device"), .init(.withTheApp, .long, csv: "with_the_app"),
        .init(.withoutTheApp, .long, csv: "without_the_app"),
        .init(.foundAgainBy, .long, csv: "found_again_by"),
      ], (flow?.branches ?? []).map(row)
    ).kept(request, file: "devices")
  }

  private func row(_ branch: LinkFlow.Branch) -> [DataTable.Cell] {
    [
      .init(request.text(branch.device.word, of: Words.linkDevices)),
      lines(app(of: branch)), lines(page(of: branch)), lines(branch.evidence.map(text)),
    ]
  }

  private func lines(_ texts: [String]) -> DataTable.Cell {
    DataTable.Cell(
      HTML(texts.map { line in HTML(.div) { line } }),
      value: .string(texts.joined(separator: "; ")))
  }

  private func app(of branch: LinkFlow.Branch) -> [String] {
    guard let app = branch.app else { return ["–"] }
    guard !app.ways.isEmpty else { return [request.text(.nothingOpensTheApp)] }
    let ways = app.ways.map { way in
      switch way {
      case .association: request.text(.opensByItself)
      case .scheme, .package: request.text(.opensByButton)
      }
    }
    let place = app.place.map { request.text(.opensAt, ["place": $0]) }
    let version = app.minimumVersion.map { request.text(.needsVersion, ["version": $0]) }
    return ways + [place, version].compactMap { $0 }
  }

  private func page(of branch: LinkFlow.Branch) -> [String] {
    let page = branch.pageWaits.map { request.text($0 ? .pageWaits : .pageGoesOn) }
    return [page, branch.end].compactMap { $0 }
  }

  private func text(_ evidence: LinkFlow.Evidence) -> String {
    switch evidence {
    case .installReferrer: request.text(.byReferrer)
    case .pasteboard: request.text(.byPasteboard)
    case .networkAndDevice(let minutes):
      request.text(.byDevice, ["minutes": request.figures.whole(minutes)])
    case .url: request.text(.byURL)
    }
  }
}

extension LinkFlow.Device {
  /// As a stable word.
  fileprivate var word: String {
    switch self {
    case .iPhone: "iphone"
    case .iPad: "ipad"
    case .android: "android"
    case .other: "other"
    }
  }
}
