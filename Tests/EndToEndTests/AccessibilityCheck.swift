import BeckonModel

/// Whether everybody can use the page that is open: who hears it, who has only a keyboard, who sees
/// or hits badly, who has a phone. The numbers are those of WCAG 2.2, level AA.
enum AccessibilityCheck {
  /// What must hold, by the word that a fault begins with; each a function in JavaScript that gives
  /// the elements at fault, or texts that tell of it.
  static let rules: KeyValuePairs<String, String> = [
    "language": """
    () => /^[a-z]{2}(-[A-Z]{2})?$/.test(root.lang) ? [] : ["the page does not say its language"]
    """,
    "title": #"() => words(document.title) ? [] : ["the page has no title"]"#,
    "zoom": """
    () => all("meta[name=viewport]").filter(one => /user-scalable=no|maximum-scale/.test(one.content))
    """,
    "main": """
    () => all("main, [role=main]").length === 1 ? [] : ["not one main part"]
    """,
    "heading": headings,
    "name": """
    () => controls().concat(shown("[tabindex='0'], [role=img], [role=region], canvas"))
      .filter(one => !name(one))
    """,
    "picture": """
    () => all("img:not([alt])").concat(shown("svg:not([role=img]):not([aria-hidden=true])"))
    """,
    "table": """
    () => all("th:not([scope])").concat(all("table").filter(one => !one.querySelector("th")
      || !(one.caption || name(one) || one.closest("[role=region][aria-label]"))))
    """,
    "chart": """
    () => all("canvas, [data-chart]")
      .filter(one => !(one.closest("figure") || one).querySelector("table tbody tr"))
    """,
    "order": #"() => all("[tabindex]").filter(one => one.tabIndex > 0)"#,
    "reference": references,
    "scrolled": """
    () => shown("body *").filter(one => one.scrollWidth > one.clientWidth
      && /auto|scroll/.test(getComputedStyle(one).overflowX)
      && one.tabIndex < 0 && !one.querySelector("a[href], button, input, select, textarea"))
    """,
    "width": """
    () => root.scrollWidth > root.clientWidth
      ? [`${root.scrollWidth} px wide on a screen of ${root.clientWidth}`] : []
    """,
    "room": """
    () => shown("dd").filter(one => words(one.textContent).length > 8 && one.clientWidth < 96)
    """,
    "target": targets,
    "focus": focus,
    "contrast": contrasts,
  ]

  /// One main heading, which begins the main part, and no level left out below another.
  private static let headings = """
    () => {
      const found = shown("h1, h2, h3, h4, h5, h6"), level = one => Number(one.tagName[1])
      const gaps = found.filter((one, at) => level(one) > (at ? level(found[at - 1]) : 1) + 1)
      const first = document.querySelector("main :is(h1, h2, h3, h4, h5, h6)")
      return found.filter(one => level(one) === 1).length === 1 && first && level(first) === 1
        ? gaps : gaps.concat("not one main heading, first in the main part")
    }
    """

  /// Nothing has the id of another, or names one that is not there.
  private static let references = """
    () => {
      const ids = all("[id]").map(one => one.id)
      const isThere = id => ids.includes(id)
      const names = ["for", "aria-labelledby", "aria-describedby", "aria-controls"]
      return ids.filter((id, at) => ids.indexOf(id) !== at).map(id => "twice: " + id)
        .concat(all("a[href^='#']").filter(one => !isThere(one.hash.slice(1))))
        .concat(names.flatMap(name => all(`[${name}]`)
          .filter(one => !one.getAttribute(name).split(" ").every(isThere))))
    }
    """

  /// 24 px for a finger. Only what stands in a row of text may be less high, with nothing else to
  /// press within 12 px of its middle (WCAG 2.5.8).
  private static let targets = """
    () => {
      const places = controls().map(one => [one, pressed(one)]).filter(([, place]) => place.right > 0)
      return places.filter(([one, place]) => {
        if (place.right - place.left >= 24 && place.bottom - place.top >= 24) return false
        if (getComputedStyle(one).display !== "inline") return true
        const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2]
        return places.some(([other, its]) => other !== one && Math.hypot(
          Math.max(its.left - x, 0, x - its.right), Math.max(its.top - y, 0, y - its.bottom)) < 12)
      }).map(([one, place]) => Math.round(place.right - place.left) + " × "
        + Math.round(place.bottom - place.top) + " px: " + describe(one))
    }
    """

  /// Whatever the keyboard reaches shows it, by an outline that stands out from its ground. The
  /// first has the focus afterwards: from the last, a further Tab would leave the page.
  private static let focus = """
    () => {
      const found = controls().concat(shown("[tabindex='0']")).filter(one => {
        if (one.disabled) return false
        one.focus({ preventScroll: true })
        const look = getComputedStyle(one)
        return document.activeElement !== one || !one.matches(":focus-visible")
          || look.outlineStyle === "none" || parseFloat(look.outlineWidth) < 2
          || contrast(colour(look.outlineColor), ground(one.parentElement)) < 3
      })
      controls()[0]?.focus()
      return found
    }
    """

  /// Text, in fields too, has 4.5 to 1 with what is behind it.
  private static let contrasts = """
    () => shown("body *").filter(one => !one.disabled && one.tagName !== "OPTION").flatMap(one => {
      const isText = /INPUT|SELECT|TEXTAREA/.test(one.tagName)
        || Array.from(one.childNodes).some(node => node.nodeType === 3 && node.data.trim())
      if (!isText) return []
      const [red, green, blue, cover] = colour(getComputedStyle(one).color)
      const behind = ground(one), shade = [red, green, blue, cover * opacity(one)]
      const found = contrast(over(shade, behind), behind)
      return found < 4.5 ? [found.toFixed(2) + ": " + describe(one)] : []
    })
    """

  /// What the rules are written in.
  private static let terms = #"""
    const root = document.documentElement
    const all = selector => Array.from(document.querySelectorAll(selector))
    const isShown = one => one.checkVisibility({ visibilityProperty: true })
      && one.getClientRects().length > 0
    const shown = selector => all(selector).filter(isShown)
    const controls = () =>
      shown("a[href], button, input:not([type=hidden]), select, textarea, summary")
    const words = text => (text || "").replace(/\s+/g, " ").trim()
    const describe = one => one.outerHTML ? words(one.outerHTML).slice(0, 120) : one

    // What the label says but for the field itself, and what helps to fill it in.
    const label = one => {
      const copy = one.cloneNode(true)
      copy.querySelectorAll("input, select, textarea, small").forEach(part => part.remove())
      return copy.textContent
    }
    const named = ids => (ids || "").split(" ")
      .map(id => document.getElementById(id)?.textContent || "").join(" ")
    const content = one => one.textContent
      + Array.from(one.querySelectorAll("img")).map(picture => picture.alt).join(" ")
    const name = one => words(one.getAttribute("aria-label"))
      || words(named(one.getAttribute("aria-labelledby")))
      || words(Array.from(one.labels || []).map(label).join(" "))
      || (/^(A|BUTTON|SUMMARY)$/.test(one.tagName) ? words(content(one)) : words(one.alt))
      || words(one.title)

    // Where a finger finds it: of a box to tick, the label around it too.
    const pressed = one => {
      const isTick = /checkbox|radio/.test(one.type)
      const boxes = [one].concat(isTick ? Array.from(one.labels) : [])
        .map(part => part.getBoundingClientRect())
      return {
        left: Math.min(...boxes.map(box => box.left)), top: Math.min(...boxes.map(box => box.top)),
        right: Math.max(...boxes.map(box => box.right)),
        bottom: Math.max(...boxes.map(box => box.bottom)),
      }
    }

    // A colour of red, green, blue up to 255, and how much it covers up to 1.
    const colour = text => {
      const parts = /^rgba?\(([^)]*)\)$/.exec(text)
      if (!parts) throw new Error("a colour that is not understood: " + text)
      const [red, green, blue, cover = 1] = parts[1].split(/[,/ ]+/).map(Number)
      return [red, green, blue, cover]
    }
    const over = (top, under) =>
      [0, 1, 2].map(part => top[part] * top[3] + under[part] * (1 - top[3])).concat(1)
    // A browser's own ground, where nothing has one.
    const bare = () => matchMedia("(prefers-color-scheme: dark)").matches
      && /dark/.test(getComputedStyle(root).colorScheme) ? [18, 18, 18, 1] : [255, 255, 255, 1]
    const ground = one => {
      if (!one) return bare()
      const own = colour(getComputedStyle(one).backgroundColor)
      return own[3] === 1 ? own : over(own, ground(one.parentElement))
    }
    const opacity = one => one ? getComputedStyle(one).opacity * opacity(one.parentElement) : 1
    const light = colour => {
      const [red, green, blue] = colour.map(part => part / 255)
        .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
      return .2126 * red + .7152 * green + .0722 * blue
    }
    const contrast = (one, other) => {
      const [less, more] = [light(one), light(other)].sort((a, b) => a - b)
      return (more + .05) / (less + .05)
    }
    """#

  /// Opens all that can be opened and gives the faults, each as a text that begins with its rule.
  static var script: String {
    let rules = rules.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",\n")
    return """
      (() => {
      \(terms)
      const rules = {
      \(rules)
      }
      all("details").forEach(one => one.open = true)
      return Object.entries(rules)
        .flatMap(([rule, find]) => find().map(one => rule + ": " + describe(one)))
      })()
      """
  }

  /// Looks at the page that is open, as who has a keyboard comes to it; the last answer is the list
  /// of faults.
  static let steps: [Browser.Step] = [
    .tell("Input.dispatchKeyEvent", tab("rawKeyDown")),
    .tell("Input.dispatchKeyEvent", tab("keyUp")),
    .run(script),
  ]

  private static func tab(_ type: String) -> JSON {
    ["type": .string(type), "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9]
  }
}
