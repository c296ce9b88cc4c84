// Tells page views and clicks, and keeps where a visitor came from: for pages without the vendor's
// SDK. What a page writes to use it stands in docs/MIGRATING/linkrunner.md.
(function () {
  "use strict";
  const script = document.currentScript;
  // What is there already may be the script that carries clicks to forms.
  if (!script || (window.beckon && window.beckon.track)) return;
  const settings = script.dataset;
  if (!settings.token) {
    // Goes on, so that a page which calls `beckon` works; the server takes none of it.
    console.error("beckon: the script has no data-token; give it the app's publishable key, pk_…");
  }
  const url = settings.endpoint || new URL("ingest", script.src).href;
  // Browsers refuse bodies that outlive the page when all of them have over 64 KiB.
  const keepaliveBytes = 60000;
  const waitingEvents = 50;
  const sessionMilliseconds = 30 * 60 * 1000;
  const origins = [
    "utm_source", "utm_medium", "utm_campaign", "utm_id", "utm_term", "utm_content", "gclid", "gbraid",
    "wbraid", "fbclid", "ttclid", "twclid", "msclkid", "li_fat_id", "dclid", "irclickid", "beckon_click",
  ];

  const networks = {
    gclid: "google", gbraid: "google", wbraid: "google", dclid: "google", fbclid: "facebook",
    ttclid: "tiktok", twclid: "twitter", msclkid: "bing", li_fat_id: "linkedin", beckon_click: "link",
  };

  // Where the browser lets a page keep nothing, this page remembers.
  const memory = new Map();
  function read(name) {
    if (memory.has(name)) return memory.get(name);
    try {
      return JSON.parse(localStorage.getItem("beckon." + name));
    } catch {
      return null;
    }
  }
  function write(name, value) {
    try {
      localStorage.setItem("beckon." + name, JSON.stringify(value));
      memory.delete(name);
    } catch {
      memory.set(name, value);
    }
  }
  function chance() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
      byte.toString(16).padStart(2, "0")).join("");
  }

  let isStarted = false;
  let isNew = false;
  let page = "";
  function visitor() {
    if (!read("visitor")) {
      isNew = true;
      write("visitor", chance());
    }
    return read("visitor");
  }
  function session() {
    const kept = read("session");
    const now = Date.now();
    const isOver = !kept || Math.abs(now - kept.at) > sessionMilliseconds;
    write("session", { id: isOver ? chance() : kept.id, at: now });
    return read("session").id;
  }

  // An address without what it may hold of somebody's: a token, a mail address, what was searched
  // for. What says where the visitor came from stays.
  function address(text) {
    if (!text) return "";
    let whole;
    try {
      whole = new URL(text, location.href);
    } catch {
      return "";
    }
    if (whole.protocol !== "http:" && whole.protocol !== "https:") return whole.protocol;
    const said = new URLSearchParams();
    for (const name of origins) {
      const value = whole.searchParams.get(name);
      if (value) said.set(name, value.slice(0, 300));
    }
    const query = said.toString();
    return whole.origin + whole.pathname + (query && "?" + query);
  }

  // The first touch stays. The last is replaced by what says where the visitor came from, so not by
  // a visit without campaign, click and referring page. The referring page stays while an app of one
  // page goes from view to view, and led to the first only.
  function keepTouch(isFirstView) {
    const query = new URLSearchParams(location.search);
    const found = {};
    for (const name of origins) {
      const value = query.get(name);
      if (value) found[name] = value.slice(0, 300);
    }
    const from = isFirstView && document.referrer ? new URL(document.referrer).hostname : "";
    if (from && from !== location.hostname) found.referring_domain = from;
    const isKnown = Object.keys(found).length > 0;
    const clicked = Object.keys(networks).find(name => found[name]);
    found.traffic_source_name =
      found.utm_source || networks[clicked] || found.referring_domain || "direct";
    found.landing_page = address(location.href).slice(0, 1000);
    found.at = new Date().toISOString();
    if (!read("first")) write("first", found);
    if (isKnown || !read("last")) write("last", found);
  }
  function attribution() {
    return { visitor_id: read("visitor"), first: read("first"), last: read("last") };
  }

  function tell(type, name, data) {
    if (!isStarted) return;
    const { first, last } = attribution();
    const event = {
      token: settings.token, event_id: chance(), event_type: type, event_name: name,
      event_data: data === undefined ? "" : JSON.stringify(data), visitor_id: visitor(),
      session_id: session(), user_id: read("user") || "", is_new_visitor: isNew ? 1 : 0,
      page_url: address(location.href).slice(0, 2000), page_path: location.pathname.slice(0, 1000),
      page_title: document.title.slice(0, 300), document_referrer: address(document.referrer).slice(0, 1000),
      client_timestamp: new Date().toISOString(),
    };
    for (const [name, value] of Object.entries(last)) event[name === "at" ? "touch_at" : name] = value;
    for (const [name, value] of Object.entries(first)) event["ft_" + name] = value;
    // Earlier versions of this script have kept them whole.
    for (const name of ["landing_page", "ft_landing_page"]) event[name] = address(event[name]);
    write("waiting", [...(read("waiting") || []), event].slice(-waitingEvents));
    deliver();
  }

  // An event waits until it is answered; one whose answer was lost comes again with the next page,
  // and counts once by its id.
  const flying = new Map();
  function deliver() {
    for (const event of read("waiting") || []) {
      const id = event.event_id;
      if (flying.has(id)) continue;
      const done = send(event)
        .then(isTaken => {
          if (isTaken) write("waiting", (read("waiting") || []).filter(other => other.event_id !== id));
        })
        .catch(() => {})
        .then(() => flying.delete(id));
      flying.set(id, done);
    }
  }
  async function send(event) {
    const answer = await post(await seal(JSON.stringify(event)));
    if (!answer.ok) console.warn("beckon: " + answer.status + " " + (await answer.text()));
    // What is refused would be refused again.
    return answer.status < 500 && answer.status !== 408 && answer.status !== 429;
  }

  let kept = 0;
  async function post(text) {
    const bytes = new TextEncoder().encode(text).length;
    const options = {
      method: "POST", headers: { "Content-Type": "application/json" }, body: text,
      credentials: "omit", keepalive: kept + bytes <= keepaliveBytes,
    };
    if (!options.keepalive) return fetch(url, options);
    kept += bytes;
    try {
      return await fetch(url, options);
    } catch {
      // Other scripts of the page may have used up what is left for bodies that outlive it.
      return await fetch(url, { ...options, keepalive: false });
    } finally {
      kept -= bytes;
    }
  }

  function base64(bytes) {
    const text = btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(""));
    return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  }
  // Pages of http have no WebCrypto, and send what they say as it is.
  async function seal(text) {
    const subtle = crypto.subtle;
    if (!settings.publicKey || !subtle) return text;
    const utf8 = text => new TextEncoder().encode(text);
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const digits = settings.publicKey.replace(/-/g, "+").replace(/_/g, "/");
    const point = Uint8Array.from(atob(digits), digit => digit.charCodeAt(0));
    const theirs = await subtle.importKey("raw", point, curve, false, []);
    const mine = await subtle.generateKey(curve, true, ["deriveBits"]);
    const secret = await subtle.deriveBits({ name: "ECDH", public: theirs }, mine.privateKey, 256);
    const material = await subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
    const derivation = {
      name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0),
      info: utf8("linkrunner-web-collect-v1:" + settings.keyId),
    };
    const cipher = { name: "AES-GCM", length: 256 };
    const key = await subtle.deriveKey(derivation, material, cipher, false, ["encrypt"]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await subtle.encrypt({ name: "AES-GCM", iv }, key, utf8(text));
    return JSON.stringify({
      lrv: 1, kid: settings.keyId, epk: base64(await subtle.exportKey("raw", mine.publicKey)),
      iv: base64(iv), ct: base64(sealed),
    });
  }

  function view() {
    if (!isStarted || page === location.pathname + location.search) return;
    keepTouch(page === "");
    page = location.pathname + location.search;
    tell("page_view", "");
  }
  document.addEventListener("click", event => {
    const element = event.target.closest && event.target.closest("[data-beckon-click]");
    if (!element) return;
    const text = (element.textContent || "").trim().slice(0, 100);
    const target = address(String(element.href || "")).slice(0, 1000);
    tell("click", element.dataset.beckonClick || "click", { text, href: target });
  }, true);
  window.addEventListener("popstate", view);
  window.addEventListener("online", deliver);
  const pushState = history.pushState;
  history.pushState = function () {
    pushState.apply(this, arguments);
    view();
  };

  window.beckon = Object.assign(window.beckon || {}, {
    attribution,
    // Begins, where the script says data-wait: until then nothing is kept and nothing is told.
    start() {
      isStarted = true;
      visitor();
      view();
    },
    track(name, data) {
      tell("custom", name, data);
    },
    identify(userID) {
      if (!isStarted) return;
      write("user", String(userID));
      tell("identify", "identify");
    },
    // Keeps and tells nothing more, and forgets what is kept.
    stop() {
      isStarted = false;
      page = "";
      for (const name of ["visitor", "session", "first", "last", "user", "waiting"]) {
        memory.delete(name);
        try {
          localStorage.removeItem("beckon." + name);
        } catch {
          // There is nothing to forget.
        }
      }
    },
    // When all that was told is answered, or cannot be sent now.
    sent: () => Promise.all(flying.values()).then(() => undefined),
  });
  if (settings.wait === undefined) window.beckon.start();
})();
