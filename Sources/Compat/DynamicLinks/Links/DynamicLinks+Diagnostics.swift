import BeckonModel
import BeckonSDK
import Foundation

extension DynamicLinks {
  /// Says whether the app is set up for its links, as far as the app itself can tell; asks no
  /// server. Without `completion`, the log tells it.
  /// - Parameter completion: the text, and whether something is wrong.
  public class func performDiagnostics(completion: (@MainActor (String, Bool) -> Void)?) {
    let session = DynamicLinksSession.shared
    let diagnosis = Diagnosis(session)
    Task {
      guard let completion else { return session.surroundings.log(diagnosis.text) }
      await completion(diagnosis.text, !diagnosis.faults.isEmpty)
    }
  }
}

/// What an app's settings say about its links.
struct Diagnosis {
  /// What is as it is.
  private(set) var facts: [String] = []
  /// What is wrong, and what to do.
  private(set) var faults: [String] = []

  init(_ session: DynamicLinksSession) {
    let information = session.information
    do throws(BeckonError) {
      _ = try session.client()
      let server = session.choices.server ?? information.server
      facts.append("server: \(server?.absoluteString ?? "")")
    } catch {
      faults.append(error.description)
    }
    look(at: session.choices.domains ?? information.domains)
    look(forScheme: session.scheme, among: information.schemes)
    let (isLooking, isPasting) = (information.looksForLink, information.readsPasteboard)
    facts.append("first launch looks for a link: \(isLooking ? "yes" : "no")")
    facts.append("and into the pasteboard: \(isLooking && isPasting ? "yes" : "no")")
    let isTold = session.memory.isTold
    facts.append("this install was told what led here: \(isTold ? "yes" : "no")")
  }

  private mutating func look(at domains: [String]) {
    guard !domains.isEmpty else {
      faults.append(
        "Info.plist names no domain of the app's links. Set FirebaseDynamicLinksCustomDomains to a "
          + "list such as https://links.example.com.")
      return
    }
    for domain in domains {
      guard let url = URLText(domain), url.schemeText == "https",
        url.hostAndPort?.host.isEmpty == false
      else {
        faults.append("'\(domain)' in FirebaseDynamicLinksCustomDomains is no https URL.")
        continue
      }
      let host = url.hostAndPort?.host ?? ""
      facts.append("links under \(domain); the entitlement is applinks:\(host)")
    }
  }

  private mutating func look(forScheme scheme: String, among schemes: [String]) {
    facts.append("scheme: \(scheme)")
    guard !schemes.contains(where: { $0.lowercased() == scheme.lowercased() }) else { return }
    faults.append(
      "The app is not opened by the scheme '\(scheme)'. Add it to CFBundleURLTypes in Info.plist.")
  }

  /// All of it.
  var text: String {
    let lines = facts.map { "  " + $0 } + faults.map { "  WRONG: " + $0 }
    return "Dynamic Links diagnosis:\n" + lines.joined(separator: "\n")
  }
}
