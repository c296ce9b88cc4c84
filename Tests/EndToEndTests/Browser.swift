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
  }

  /// It did not do what it was told.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a story in a browser that remembers nothing of others.
  /// - Returns: the answers of the scripts, in order.
  static func run(_ steps: [Step], in folder: TemporaryFolder) async throws -> [JSON] {
    let told = JSON.array(
      steps.map { step in
        switch step {
        case .open(let url, let referrer): ["open": .string(url), "from": .string(referrer)]
        case .run(let script): ["run": .string(script)]
        }
      })
    let errors = folder.file("browser-errors")
    let program = try ChildProcess(
      "/usr/bin/env",
      ["node", "-e", driver, folder.file("profile-\(UUID().uuidString)"), told.text],
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
    const [profile, steps] = process.argv.slice(1)
    const browser = spawn("chromium", [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
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
        } else {
          const { result, exceptionDetails } = await call("Runtime.evaluate", {
            expression: step.run, awaitPromise: true, returnByValue: true,
          }, sessionId)
          if (exceptionDetails) throw new Error(step.run + ": " + result.description)
          answers.push(result.value ?? null)
        }
      }
      console.log(JSON.stringify(answers))
      process.exit(0)
    }
    run().catch(fail)
    """
}
