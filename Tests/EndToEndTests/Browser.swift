import BeckonModel
import ChildProcess
import Foundation
import TestPrograms

/// Chromium without a window, driven through its pipe for developers. It reaches this machine only.
/// A machine without it fails the test: bootstrap installs it.
struct Browser {
  /// What the story is told.
  enum Step {
    /// Loads a page, until its event `load`, perhaps as if by a link on another.
    case open(String, from: String = "")
    /// Runs a script on the page that is open; what it gives, or promises, is the step's answer.
    case run(String)
    /// Runs a script until it gives something other than false, on whichever page is open then.
    case until(String)
    /// Presses what the selector finds, as a finger or a mouse does.
    case press(String)
    /// Tells the browser itself something, by the protocol for developers; what it says is the
    /// step's answer.
    case tell(String, JSON = [:])

    fileprivate var json: JSON {
      switch self {
      case .open(let url, let referrer): ["open": .string(url), "from": .string(referrer)]
      case .run(let script): ["run": .string(script)]
      case .until(let script): ["until": .string(script)]
      case .press(let selector): ["press": .string(selector)]
      case .tell(let method, let parameters): ["tell": .string(method), "params": parameters]
      }
    }
  }

  /// It did not do what it was told.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a story in a browser that remembers nothing of others.
  /// - Parameter sites: where on this machine hosts are served by https, by `host:port`.
  /// - Returns: the answers of the steps that have one, in order.
  static func run(
    _ steps: [Step], in folder: TemporaryFolder, sites: [String: String] = [:]
  ) async throws -> [JSON] {
    let told = JSON.array(steps.map(\.json))
    let rules = sites.map { "MAP \($0.key):443 \($0.value)," }.sorted().joined()
    let errors = folder.file("browser-errors")
    let program = try ChildProcess(
      "/usr/bin/env",
      ["node", "-e", driver, folder.file("profile-\(UUID().uuidString)"), told.text, rules],
      output: .pipe, errors: .file(errors))
    let output = String(decoding: program.output?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
    guard await program.ending() == 0, let answers = try? JSONReader.read(output).elements else {
      let said = FileManager.default.contents(atPath: errors) ?? Data()
      throw Failure(description: output + String(decoding: said, as: UTF8.self))
    }
    return answers
  }

  private static let driver = """
    const { spawn } = require("node:child_process")
    const [profile, steps, sites] = process.argv.slice(1)
    const browser = spawn("chromium", [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--host-resolver-rules=" + sites + "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      // The sites' certificates are made for the test.
      ...(sites ? ["--ignore-certificate-errors"] : []),
      "--remote-debugging-pipe", "--user-data-dir=" + profile, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] })
    process.on("exit", () => browser.kill("SIGKILL"))
    const fail = error => { console.error(error); process.exit(1) }
    browser.on("error", fail)
    // Longer than any story takes: a browser that hangs must not keep the tests.
    setTimeout(() => fail("the browser did not come to the end within two minutes"), 120000)

    const asked = new Map(), awaited = new Map()
    let number = 0, rest = ""
    browser.stdio[4].on("data", bytes => {
      const messages = (rest + bytes).split("\\0")
      rest = messages.pop()
      for (const message of messages.map(text => JSON.parse(text))) {
        if (message.id) asked.get(message.id)(message)
        else awaited.get(message.method)?.()
      }
    })
    async function call(method, params = {}, sessionId) {
      const id = ++number
      const answer = new Promise(resolve => asked.set(id, resolve))
      browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\\0")
      const { result, error } = await answer
      if (error) throw new Error(method + ": " + error.message)
      return result
    }

    // A page that is just being left has no answer.
    async function until(script, sessionId) {
      for (;;) {
        const asked = { expression: script, awaitPromise: true, returnByValue: true }
        const { result } = await call("Runtime.evaluate", asked, sessionId).catch(() => ({}))
        if (result && result.subtype !== "error" && result.value) return result.value
        await new Promise(resolve => setTimeout(resolve, 10))
      }
    }
    async function press(selector, sessionId) {
      const script = "(found => [found.left + found.width / 2, found.top + found.height / 2])"
        + "(document.querySelector(" + JSON.stringify(selector) + ").getBoundingClientRect())"
      const { result } = await call(
        "Runtime.evaluate", { expression: script, returnByValue: true }, sessionId)
      const [x, y] = result.value
      for (const type of ["mousePressed", "mouseReleased"]) {
        await call(
          "Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 }, sessionId)
      }
    }

    async function run() {
      const { targetId } = await call("Target.createTarget", { url: "about:blank" })
      const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true })
      await call("Page.enable", {}, sessionId)
      const answers = []
      for (const step of JSON.parse(steps)) {
        if (step.open) {
          const loaded = new Promise(resolve => awaited.set("Page.loadEventFired", resolve))
          const page = { url: step.open, referrer: step.from || undefined }
          const { errorText } = await call("Page.navigate", page, sessionId)
          if (errorText) throw new Error(step.open + ": " + errorText)
          await loaded
        } else if (step.tell) {
          answers.push(await call(step.tell, step.params, sessionId))
        } else if (step.until) {
          answers.push(await until(step.until, sessionId))
        } else if (step.press) {
          await press(step.press, sessionId)
        } else {
          const { result, exceptionDetails } = await call("Runtime.evaluate", {
            expression: step.run, awaitPromise: true, returnByValue: true,
          }, sessionId)
          if (exceptionDetails) throw new Error(step.run + ": " + result.description)
          answers.push(result.value ?? null)
        }
      }
      // A pipe takes a picture in parts, and to exit leaves the rest.
      process.stdout.write(JSON.stringify(answers), () => process.exit(0))
    }
    run().catch(fail)
    """
}
