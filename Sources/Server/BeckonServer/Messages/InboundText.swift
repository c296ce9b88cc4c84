import BeckonEngine
import BeckonModel

/// What somebody has written back, as a gateway tells it.
package struct InboundText: Hashable, Sendable {
  /// Who wrote it, as the gateway writes numbers.
  package let from: String
  /// What they wrote; cut to `Limits.replyBytes`.
  package let text: String

  /// Reads what a gateway calls with: Kannel's names and Twilio's in query or form, or Infobip's
  /// JSON, which may hold several.
  package static func all(query: QueryText, body: [UInt8]) -> [InboundText] {
    if body.first == UInt8(ascii: "{") {
      let results = (try? JSONReader.read(body))?["results"]?.elements ?? []
      return results.prefix(Limits.inboundTexts).compactMap { result in
        result["from"]?.string.map { InboundText($0, result["text"]?.string) }
      }
    }
    let form = QueryText(body[...])
    func value(_ names: [String]) -> String? {
      names.lazy.compactMap { query.value(of: $0) ?? form.value(of: $0) }.first
    }
    return value(["from", "From"]).map { [InboundText($0, value(["text", "Body"]))] } ?? []
  }

  private init(_ from: String, _ text: String?) {
    self.from = from
    self.text = (text ?? "").prefix(bytes: Limits.replyBytes)
  }
}
