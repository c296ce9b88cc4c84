// Draws each chart from the table beside it, keeps what happens now up to date, and searches while
// somebody types. Pages are whole without it.
(function () {
  "use strict"
  var root = getComputedStyle(document.documentElement)
  function colour(name) { return root.getPropertyValue("--" + name).trim() }

  function read(table) {
    var heads = Array.from(table.tHead.rows[0].cells).map(function (cell) { return cell.textContent.trim() })
    var rows = Array.from(table.tBodies[0].rows)
    return {
      labels: rows.map(function (row) { return row.cells[0].textContent.trim() }),
      series: heads.slice(1).map(function (head, index) {
        return {
          label: head,
          data: rows.map(function (row) {
            var cell = row.cells[index + 1]
            return cell && cell.dataset.number !== undefined ? Number(cell.dataset.number) : null
          }),
        }
      }).filter(function (series) { return series.data.some(function (value) { return value !== null }) }),
    }
  }

  function draw(figure) {
    var table = figure.querySelector("table")
    if (!table || !window.Chart) return
    var told = read(table)
    var kind = figure.dataset.chart
    var plot = document.createElement("div")
    plot.className = "plot"
    var canvas = document.createElement("canvas")
    canvas.setAttribute("role", "img")
    canvas.setAttribute("aria-label", figure.dataset.name)
    plot.append(canvas)
    figure.prepend(plot)
    var details = figure.querySelector("details")
    if (details) details.open = false
    Chart.defaults.color = colour("soft")
    Chart.defaults.borderColor = colour("line")
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily
    new Chart(canvas, {
      type: kind === "bar" || kind === "stack" ? "bar" : "line",
      data: {
        labels: told.labels,
        datasets: told.series.map(function (series, index) {
          var shade = colour("series-" + (index % 5 + 1))
          return {
            label: series.label, data: series.data, borderColor: shade, backgroundColor: shade,
            borderWidth: 2, pointRadius: told.labels.length > 40 ? 0 : 2, tension: 0.2,
          }
        }),
      },
      options: {
        responsive: true, maintainAspectRatio: false, animation: false,
        interaction: { mode: "index", intersect: false },
        plugins: { legend: { display: told.series.length > 1, labels: { boxWidth: 12 } } },
        scales: {
          x: { grid: { display: false }, stacked: kind === "stack" },
          y: { beginAtZero: true, ticks: { precision: 0 }, stacked: kind === "stack" },
        },
      },
    })
  }

  // Puts a part of another page of ours in the place of this one's.
  function refresh(part, address, isWanted) {
    return fetch(address, { credentials: "same-origin", redirect: "error" })
      .then(function (answer) { return answer.ok ? answer.text() : Promise.reject() })
      .then(function (text) {
        var page = new DOMParser().parseFromString(text, "text/html")
        var fresh = page.getElementById(part.id)
        if (fresh && isWanted()) part.replaceChildren.apply(part, Array.from(fresh.childNodes))
      })
      .catch(function () {})
  }

  // A form that says so asks while somebody types; the answer to what was typed last counts.
  function search(form) {
    var part = document.getElementById(form.dataset.live)
    var asked = 0
    form.addEventListener("input", function () {
      var mine = ++asked
      setTimeout(function () {
        if (mine !== asked) return
        var address = new URL(form.action)
        address.search = new URLSearchParams(new FormData(form)).toString()
        refresh(part, address, function () { return mine === asked })
        history.replaceState(null, "", address)
      }, 150)
    })
  }

  // What is marked as live is fetched again while somebody looks at it.
  function follow(part) {
    var seconds = Number(part.dataset.every)
    setInterval(function () {
      if (document.hidden || part.contains(document.activeElement)) return
      refresh(part, location.href, function () { return true })
    }, seconds * 1000)
  }

  document.querySelectorAll("figure[data-chart]").forEach(draw)
  document.querySelectorAll("[data-every]").forEach(follow)
  document.querySelectorAll("form[data-live]").forEach(search)
})()
