import BeckonModel

/// Something that integrators do, and that the server answers so that they can mend it.
struct Mistake: Sendable {
  /// What was done, in the words of docs/MISTAKES.md.
  let title: String
  let method: String
  /// May name what the test has made: `{campaign}`, `{ana}`, `{ana-code}`, `{webhook}`.
  let path: String
  let body: String
  let key: TestApp.Key
  let headers: [(String, String)]
  /// Where the help stands in an answer of 2xx; of any other it is the problem's `detail`.
  let help: String?

  init(
    _ title: String, _ method: String, _ path: String, _ body: String = "",
    as key: TestApp.Key = .secret, headers: [(String, String)] = [], help: String? = nil
  ) {
    self.title = title
    self.method = method
    self.path = path
    self.body = body
    self.key = key
    self.headers = headers
    self.help = help
  }

  /// Its row in the document.
  func row(_ answer: HTTPAnswer) -> String {
    "| \(title) | \(Self.code(request)) | \(shown(answer)) |"
  }

  /// The request as a reader sees it: what the test has made keeps its name in braces.
  private var request: String {
    let shownHeaders = headers.map { "\($0.0): \($0.1)" }
    let shownKey: [String] =
      switch key {
      case .secret: []
      case .publishable: ["with pk_…"]
      case .none: ["without a key"]
      case .text(let text): ["with the key \(text)"]
      }
    return (["\(method) \(path)"] + shownKey + shownHeaders + [body])
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func shown(_ answer: HTTPAnswer) -> String {
    guard let help else {
      return "\(answer.status) `\(answer.string("code") ?? "")`: \(answer.string("detail") ?? "")"
    }
    let value = answer.value(help)
    return "\(answer.status), \(Self.code("\(help): \(value?.text ?? "nothing")"))"
  }

  /// Code in a table's cell.
  private static func code(_ text: String) -> String {
    "`" + text.replacing("|", with: "\\|") + "`"
  }
}
