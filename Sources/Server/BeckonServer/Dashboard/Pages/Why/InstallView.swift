import BeckonModel

/// An install and the decision about it, as the page "Why" shows them: what was decided, how sure
/// that is, and every click that was looked at.
struct InstallView {
  let request: DashboardRequest
  let decision: JSON

  var html: HTML {
    Card.html(request.text(.attribution)) {
      HTML(.p) {
        Badge.state(decision["type"]?.string).html
        " "
        request.explanation(of: decision)
      }
      facts.html
      HTML(.div) { candidates.html(request.language) }
    }
  }

  private var facts: Pairs {
    let limits = (decision["limits"]?.elements ?? []).compactMap(\.string)
    let plain: [(String, HTML)] = [
      (request.text(.install), HTML(decision["install"]?.string ?? "–")),
      (request.text(.at), .time(decision["at"]?.string)),
      (request.text(.reason), HTML(decision["reason"]?.string ?? "–")),
      (
        request.text(.method),
        HTML(request.text(decision["method"]?.string, of: Words.matchMethods))
      ),
      (request.text(.link), request.why(decision["link"]?.string)),
      (request.text(.person), request.why(decision["person"]?.string)),
    ]
    return Pairs(
      plain
        + (limits.isEmpty
          ? [] : [(request.text(.limits), HTML(limits.joined(separator: ", ")))]))
  }

  private var candidates: DataTable {
    DataTable(
      .candidates,
      [
        .init(.when, .short), .init(.age, .number), .init(.outcome, .short), .init(.link, .short),
        .init(.signals, .long),
      ],
      (decision["candidates"]?.elements ?? []).map { json in
        let minutes = (json["age_milliseconds"]?.integer ?? 0) / Span.minuteMilliseconds
        let signals = (json["signals"]?.members ?? []).map {
          $0.name + ": " + ($0.value.string ?? "")
        }
        return [
          .time(json["at"]?.string),
          .init(request.text(.minutes, ["count": request.figures.whole(minutes)])),
          .init(json["outcome"]?.string ?? ""), .init(request.why(json["link"]?.string)),
          .init(signals.joined(separator: ", ")),
        ]
      }
    ).or(EmptyState(.noCandidates))
  }
}
