// Carries a click on a link, and a code, to the forms of a team's own site: docs/LINKS.md.
(function () {
  "use strict";
  const script = document.currentScript;
  if (!script) return;
  const {
    code = "code", days = "30", clickField = "click_id", codeField = "referrer", visits,
  } = script.dataset;
  const place = "beckon.click";
  // What is kept has the API's names, whatever a page calls its fields.
  const fields = { click_id: clickField, referrer: codeField };

  function arrived() {
    const query = new URLSearchParams(location.search);
    const click = query.get("beckon_click") || "";
    // OAuth's returns have a code, too.
    const given = !query.has("state") && query.get(code) || "";
    const known = {};
    if (/^clk_[0-9a-z]{26}$/.test(click)) known.click_id = click;
    if (given && given.length <= 100) known.referrer = given;
    return Object.keys(known).length ? known : null;
  }
  // A browser may not let a page keep anything; then this page alone knows.
  function kept() {
    try {
      const { known, until } = JSON.parse(localStorage.getItem(place));
      if (Date.now() < until) return known;
      localStorage.removeItem(place);
    } catch {}
    return null;
  }
  const now = arrived();
  const before = kept();
  const known = now && (now.click_id ? now : { ...before, ...now }) || before;
  function keep() {
    if (days > 0) {
      try {
        localStorage.setItem(place, JSON.stringify({ known, until: Date.now() + days * 864e5 }));
      } catch {}
    }
  }
  if (now) keep();
  // Who came by a code alone has passed no server: the page tells it, once.
  if (visits !== undefined && now && !now.click_id
      && !(before && before.click_id && before.referrer === now.referrer)) {
    fetch(new URL("/web/visits", script.src), {
      method: "POST", keepalive: true, credentials: "omit",
      body: JSON.stringify({ code: now.referrer, query: location.search.slice(1, 2000) }),
    }).then(answer => answer.ok && answer.json().then(({ click_id }) => {
      known.click_id = click_id;
      keep();
      fillAll();
    })).catch(() => {});
  }

  function fill(form) {
    for (const [kind, value] of Object.entries(known || {})) {
      const name = fields[kind];
      let field = Array.from(form.elements).find(one => one.name === name);
      if (!field) {
        field = document.createElement("input");
        field.type = "hidden";
        field.name = name;
        form.append(field);
      }
      if (!field.value) field.value = value;
    }
  }
  const marked = "form[data-beckon-form]";
  const fillAll = () => document.querySelectorAll(marked).forEach(fill);
  document.addEventListener("DOMContentLoaded", fillAll);
  fillAll();
  // Forms that came later.
  document.addEventListener("submit", event => event.target.matches(marked) && fill(event.target), true);
  window.beckon = Object.assign(window.beckon || {}, { click: () => known && { ...known } });
})();
