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
    /// Waits for what the selector finds, brings it into view and presses it, as a finger or a
    /// mouse does; not while it lies under something else.
    case press(String)
    /// Waits for the field that the selector finds, and writes into it in place of what stood
    /// there.
    case write(String, into: String)
    /// Tells the browser itself something, by the protocol for developers; what it says is the
    /// step's answer.
    case tell(String, JSON = [:])

    fileprivate var json: JSON {
      switch self {
      case .open(let url, let referrer): ["open": .string(url), "from": .string(referrer)]
      case .run(let script): ["run": .string(script)]
      case .until(let script): ["until": .string(script)]
      case .press(let selector): ["press": .string(selector)]
      case .write(let text, let field): ["write": .string(text), "into": .string(field)]
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
    // An argument holds 128 KiB at most.
    let story = folder.file("story-\(UUID().uuidString).json")
    try told.text.write(toFile: story, atomically: true, encoding: .utf8)
    let errors = folder.file("browser-errors")
    let program = try ChildProcess(
      "/usr/bin/env",
      ["node", "-e", driver, folder.file("profile-\(UUID().uuidString)"), story, rules],
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
    const [profile, story, sites] = process.argv.slice(1)
    const steps = JSON.parse(require("node:fs").readFileSync(story, "utf8"))
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
    let atWork = {}, page
    // Longer than any step takes: a browser that hangs must not keep the tests.
    const patience = setTimeout(async () => {
      const step = JSON.stringify(atWork).slice(0, 300)
      setTimeout(() => fail("the browser does not answer, at " + step), 5000)
      const script = "location.href + ': ' + document.body.innerText"
      const { result } = await call("Runtime.evaluate", { expression: script }, page)
      fail("the browser did not come past " + step + " within two minutes; it shows " + result.value)
    }, 120000)

    const asked = new Map(), loaded = new Set()
    let number = 0, rest = "", tell = () => {}
    browser.stdio[4].on("data", bytes => {
      const messages = (rest + bytes).split("\\0")
      rest = messages.pop()
      for (const message of messages.map(text => JSON.parse(text))) {
        if (message.id) asked.get(message.id)(message)
        else if (message.method === "Page.lifecycleEvent") isLoaded(message.params)
      }
    })
    // A page that is being left may be loaded while the next one is awaited.
    function isLoaded({ name, loaderId }) {
      if (name !== "load") return
      loaded.add(loaderId)
      tell()
    }
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
    // Waits for an element of which the function gives something.
    function find(selector, given, sessionId) {
      const found = "document.querySelector(" + JSON.stringify(selector) + ")"
      return until("(" + given + ")(" + found + ")", sessionId)
    }
    async function press(selector, sessionId) {
      const [x, y] = await find(selector, found => {
        found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
        // A link that goes on in the next line has several.
        const { left, top, width, height } = found.getClientRects()[0]
        const [x, y] = [left + width / 2, top + height / 2]
        return found.contains(document.elementFromPoint(x, y)) && [x, y]
      }, sessionId)
      for (const type of ["mousePressed", "mouseReleased"]) {
        await call(
          "Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 }, sessionId)
      }
    }

    async function write(text, selector, sessionId) {
      await find(selector, found => {
        found.focus()
        found.select()
        return document.activeElement === found
      }, sessionId)
      await call("Input.insertText", { text }, sessionId)
    }

    async function run() {
      const { targetId } = await call("Target.createTarget", { url: "about:blank" })
      const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true })
      page = sessionId
      await call("Page.enable", {}, sessionId)
      await call("Page.setLifecycleEventsEnabled", { enabled: true }, sessionId)
      const answers = []
      for (const step of steps) {
        atWork = step
        patience.refresh()
        if (step.open) {
          const asked = { url: step.open, referrer: step.from || undefined }
          const { errorText, loaderId } = await call("Page.navigate", asked, sessionId)
          if (errorText) throw new Error(step.open + ": " + errorText)
          while (!loaded.has(loaderId)) await new Promise(resolve => tell = resolve)
        } else if (step.tell) {
          answers.push(await call(step.tell, step.params, sessionId))
        } else if (step.until) {
          answers.push(await until(step.until, sessionId))
        } else if (step.press) {
          await press(step.press, sessionId)
        } else if (step.into) {
          await write(step.write, step.into, sessionId)
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
