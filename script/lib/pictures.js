// Opens pages of a dashboard in Chromium and keeps pictures of what fits the screen.
//   node pictures.js SIGN-IN-LINK FOLDER APP-NAME KEY
// The browser is told what to do by its pipe for developers, and reaches this machine only.
const { spawn } = require("node:child_process")
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs")
const { tmpdir } = require("node:os")
const { join } = require("node:path")

const [link, folder, appName, key] = process.argv.slice(2)
const site = new URL(link).origin
const profile = mkdtempSync(join(tmpdir(), "beckon-pictures-"))
const browser = spawn("chromium", [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
  "--hide-scrollbars", "--disable-background-networking",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--remote-debugging-pipe",
  "--user-data-dir=" + profile, "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] })

const asked = new Map()
let number = 0, rest = ""
browser.stdio[4].on("data", bytes => {
  const messages = (rest + bytes).split("\0")
  rest = messages.pop()
  for (const message of messages.map(text => JSON.parse(text))) asked.get(message.id)?.(message)
})

async function call(method, params = {}, sessionId) {
  const id = ++number
  const answer = new Promise(resolve => asked.set(id, resolve))
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0")
  const { result, error } = await answer
  if (error) throw new Error(method + ": " + error.message)
  return result
}

// Asks until the page says something other than false; a page that is being left says nothing.
async function until(script, page) {
  for (let turns = 0; turns < 3000; turns += 1) {
    const params = { expression: script, returnByValue: true }
    const { result } = await call("Runtime.evaluate", params, page).catch(() => ({}))
    if (result && result.subtype !== "error" && result.value) return result.value
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error("this did not come true: " + script)
}

async function open(path, page) {
  await call("Page.navigate", { url: new URL(path, site).href }, page)
  const wanted = JSON.stringify(new URL(path, site).pathname)
  await until(`location.pathname === ${wanted} && document.readyState === "complete"`, page)
}

async function take(name, path, { width, height, scale, isDark }, page) {
  await call("Emulation.setDeviceMetricsOverride",
    { width, height, deviceScaleFactor: scale, mobile: width < 600 }, page)
  await call("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: isDark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: "reduce" },
    ] }, page)
  await open(path, page)
  // Charts are drawn in the frame after the page is there, without motion.
  const expression = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
  await call("Runtime.evaluate", { expression, awaitPromise: true }, page)
  const { data } = await call("Page.captureScreenshot", { format: "png" }, page)
  writeFileSync(join(folder, name + ".png"), Buffer.from(data, "base64"))
}

async function ask(path) {
  const answer = await fetch(new URL(path, site), { headers: { Authorization: "Bearer " + key } })
  if (!answer.ok) throw new Error(path + ": " + answer.status)
  return answer.json()
}

async function run() {
  const { targetId } = await call("Target.createTarget", { url: "about:blank" })
  const { sessionId: page } = await call("Target.attachToTarget", { targetId, flatten: true })
  await call("Page.enable", {}, page)
  await open(link, page)
  await until("document.querySelector('button') && (document.querySelector('button').click(), true)", page)
  await until("location.pathname === '/dashboard' && document.readyState === 'complete'", page)
  const named = JSON.stringify(appName)
  const overview = await until(
    `Array.from(document.links).find(one => one.textContent === ${named})?.pathname`, page)
  const app = overview.split("/").slice(0, 3).join("/")
  const desktop = { width: 1280, height: 900, scale: 1, isDark: false }
  const phone = { width: 390, height: 800, scale: 2, isDark: true }
  const { installs } = await ask("/v1/installs?match=none&limit=200")
  const unmatched = installs.find(one => one.match.reason === "ambiguous") ?? installs[0]
  await take("overview", overview, desktop, page)
  await take("overview-dark-phone", overview, phone, page)
  await take("why", app + "/why?q=" + unmatched.install, desktop, page)
  await take("review", app + "/review", desktop, page)
}

const end = status => {
  browser.kill("SIGKILL")
  browser.on("exit", () => {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    process.exit(status)
  })
}
browser.on("error", error => { console.error(String(error)); process.exit(1) })
run().then(() => end(0), error => { console.error(error); end(1) })
