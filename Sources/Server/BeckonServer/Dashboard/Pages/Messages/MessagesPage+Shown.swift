import BeckonEngine
import BeckonModel
import BeckonStore

extension MessagesPage {
  var html: HTML {
    HTML {
      request.opening(.messagesLead)
      uncertain
      figures
      HTML(.div, .class("pager")) {
        HTML(.a, .href(request.page("texts"))) { request.text(.textsOfInvites) }
        HTML(.a, .href(request.page("suppressions"))) { request.text(.suppressions) }
      }
      if !sums.budgets.isEmpty || !sums.stopped.isEmpty {
        HTML(.div, .class("grid")) {
          Card.html { budgets.kept(request, as: "budgets").html(request.language) }
          Card.html { blocks.html(request.language) }
        }
      }
      request.filter(fields: fields)
      Card.html { table.html(request.language) }
    }
  }

  private func count(_ state: MessageState) -> Int64 {
    sums.counts.reduce(0) { $1.state == state ? $0 + $1.count : $0 }
  }

  /// What somebody has to look at: nobody knows whether these were sent.
  private var uncertain: HTML {
    let (count, blocks) = (count(.uncertain), sums.stopped.count)
    return HTML {
      if count > 0 {
        HTML(.div, .class("notice unusual")) {
          HTML(.p) {
            request.text(.uncertainMessages, ["count": request.figures.whole(count)]) + " "
            HTML(.a, .href(request.page("messages", query: ["state": "uncertain"]))) {
              request.text(.show)
            }
          }
        }
      }
      if blocks > 0 {
        HTML(.div, .class("notice unusual")) {
          HTML(.p) { request.text(.pumpingStopped, ["count": "\(blocks)"]) }
        }
      }
    }
  }

  private var figures: HTML {
    FigureRow(
      [MessageState.sent, .queued, .failed, .uncertain, .suppressed].map { state in
        .init(
          request.text(state.rawValue, of: Words.messageStates),
          request.figures.whole(count(state)))
      }
    ).html
  }

  var budgets: DataTable {
    DataTable(
      .budgets,
      [
        .init(.budget, csv: "budget"), .init(.spent, .number, csv: "spent"),
        .init(.mostOf, .number, csv: "most"), .init(.state, .short),
      ],
      sums.budgets.map { budget in
        let isUsed = budget.spent >= budget.most
        return [
          .init(request.text(budget.word, of: Words.budgetNames)),
          .init(budget.spent, request.figures), .init(budget.most, request.figures),
          .init(
            isUsed
              ? Badge(request.text(.usedUp), .bad).html
              : HTML(request.figures.share(budget.spent, of: budget.most))),
        ]
      }
    ).or(EmptyState(.noBudgets))
  }

  var blocks: DataTable {
    var table = DataTable(
      .stoppedNumbers,
      [
        .init(.numbersBegin, .short, csv: "prefix"), .init(.timesStopped, .number, csv: "times"),
        .init(.since, .short, csv: "since"), .init(.untilWhen, .short, csv: "until"),
      ],
      sums.stopped.map { block in
        [
          .init(block.prefix + "…"), .init(block.times, request.figures), .time(block.since.text),
          .time(block.until.text),
        ]
      }
    ).or(EmptyState(.noneStopped))
    table.csv = request.path(["csv": "stopped"])
    return table
  }

  // MARK: The messages

  private var fields: [Field] {
    let states = MessageState.allCases.map {
      (word: $0.rawValue, text: request.text($0.rawValue, of: Words.messageStates))
    }
    let kinds = MessageKind.allCases.map {
      (word: $0.rawValue, text: request.text($0.rawValue, of: Words.messageKinds))
    }
    return [
      request.asked("state", .state, any: .anyState, states),
      request.asked("kind", .kind, any: .anyKind, kinds),
    ]
      + (request.seesPeople
        ? [request.asked("recipient", .recipient, bytesMax: Limits.identityBytes)] : [])
  }

  private var table: DataTable {
    DataTable(
      .messages,
      [
        .init(.when, .short), .init(.kind, .short), .init(.recipient, .long),
        .init(.person, .short), .init(.state, .short), .init(.whatCameOfIt, .long),
      ], messages.rows.map(row)
    ).or(EmptyState(.noMessages))
      .paged(request, csv: request.seesPeople ? "messages" : nil, next: messages.next)
  }

  private func row(_ message: JSON) -> [DataTable.Cell] {
    let id = message["message"]?.string ?? ""
    return [
      .init(
        HTML(.a, .href(request.page("messages", id))) { HTML.time(message["created_at"]?.string) }),
      .init(request.text(message["kind"]?.string, of: Words.messageKinds)),
      .init(request.recipient(of: message)), .init(request.person(message["person"]?.string)),
      .init(request.messageState(message)), .init(MessagePage.outcome(of: message, request)),
    ]
  }
}
