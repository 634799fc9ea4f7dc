// Recordings: small multiples over one time axis, with one crosshair and one zoom. Draws what the server chose.
"use strict";

(() => {
  const colours = {
    light: { user: "#1f5fbf", system: "#c2571a", iowait: "#8a4bb0", steal: "#b3275e", idle: "#c9d1d9", interrupts: "#9a7b00", guest: "#128a9c" },
    dark: { user: "#6ea8ff", system: "#ffa05c", iowait: "#c99af0", steal: "#ff8db8", idle: "#3a434d", interrupts: "#e0c24a", guest: "#4fd0e3" },
  };
  const drawn = new WeakMap(); // canvas -> what the server told of it
  let at = null; // seconds under the pointer, shared by all charts
  let drag = null; // {chart, from, to} while the reader marks a stretch

  const charts = () => [...document.querySelectorAll("canvas[data-trace]")].map((canvas) => Chart.getChart(canvas)).filter(Boolean);
  const told = (canvas) => JSON.parse(canvas.parentElement.querySelector("script").textContent);
  const scheme = () => (dark.matches ? "dark" : "light");
  const colour = (name, index) => {
    const last = name.split(": ").pop();
    return colours[scheme()][last] || PALETTE[scheme()][index % PALETTE[scheme()].length];
  };

  // The load window behind the lines; the crosshair and the marked stretch before them.
  const marks = {
    id: "marks",
    beforeDatasetsDraw(chart) {
      const { window: load } = drawn.get(chart.canvas);
      if (load) band(chart, load, token("mark"), 1);
    },
    afterDatasetsDraw(chart) {
      const { ctx, chartArea, scales } = chart;
      if (drag) band(chart, [drag.from, drag.to], token("accent"), 0.25);
      if (at === null || at < scales.x.min || at > scales.x.max) return;
      const x = scales.x.getPixelForValue(at);
      ctx.save();
      ctx.strokeStyle = token("quiet");
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    },
  };

  function band(chart, [from, to], fill, alpha) {
    const { ctx, chartArea, scales } = chart;
    const [left, right] = [from, to].sort((a, b) => a - b).map((value) => scales.x.getPixelForValue(value));
    const [start, end] = [Math.max(left, chartArea.left), Math.min(right, chartArea.right)];
    if (end <= start) return;
    ctx.save();
    ctx.globalAlpha = alpha;
    ctx.fillStyle = fill;
    ctx.fillRect(start, chartArea.top, end - start, chartArea.bottom - chartArea.top);
    ctx.restore();
  }

  function drawTrace(canvas) {
    const what = told(canvas);
    drawn.set(canvas, what);
    Chart.getChart(canvas)?.destroy();
    const grid = { color: token("line") };
    const ticks = { color: token("quiet"), maxTicksLimit: 7 };
    new Chart(canvas, {
      type: "line",
      data: {
        datasets: what.series.map((series) => ({
          label: series.name, data: series.points.map(([x, y]) => ({ x, y })),
          borderColor: colour(series.name, series.colour), backgroundColor: what.stacked ? colour(series.name, series.colour) : "transparent",
          borderWidth: what.stacked ? 0 : 1.5, borderDash: series.dashed ? [5, 3] : [], fill: what.stacked, pointRadius: 0, spanGaps: false,
        })),
      },
      options: {
        responsive: true, maintainAspectRatio: false, animation: false, parsing: true, normalized: true,
        interaction: { mode: "nearest", axis: "x", intersect: false },
        scales: {
          x: { type: "linear", min: what.span[0], max: what.span[1], grid, ticks, title: { display: true, text: "seconds", color: token("quiet") } },
          y: { beginAtZero: true, stacked: what.stacked, max: what.most ?? undefined, suggestedMax: what.highest, grid, ticks: { color: token("quiet"), maxTicksLimit: 5 } },
        },
        plugins: {
          legend: { display: what.series.length > 1, position: "bottom", labels: { color: token("text"), boxWidth: 12, boxHeight: 8 } },
          tooltip: { callbacks: { title: (items) => (items.length ? `${items[0].parsed.x} s` : "") } },
        },
      },
      plugins: [marks],
    });
    canvas.dataset.drawn = "yes";
    canvas.dataset.points = Math.max(...what.series.map((series) => series.points.length));
  }

  const secondsAt = (chart, event) => {
    const box = chart.canvas.getBoundingClientRect();
    return Math.min(Math.max(chart.scales.x.getValueForPixel(event.clientX - box.left), chart.scales.x.min), chart.scales.x.max);
  };

  function follow(canvas) {
    if (canvas.dataset.followed) return;
    canvas.dataset.followed = "yes";
    canvas.addEventListener("pointermove", (event) => {
      const chart = Chart.getChart(canvas);
      at = secondsAt(chart, event);
      if (drag) drag.to = at;
      charts().forEach((each) => each.draw());
    });
    canvas.addEventListener("pointerleave", () => {
      at = null;
      charts().forEach((each) => each.draw());
    });
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      const from = secondsAt(Chart.getChart(canvas), event);
      drag = { from, to: from };
    });
  }

  // A stretch was marked: ask the server for it, so that it comes with all its detail.
  window.addEventListener("pointerup", () => {
    if (!drag) return;
    const [from, to] = [drag.from, drag.to].sort((a, b) => a - b);
    const any = charts()[0];
    drag = null;
    charts().forEach((each) => each.draw());
    const form = document.querySelector("[data-zoom]");
    if (!form || !any || to - from < (any.scales.x.max - any.scales.x.min) / 200) return;
    form.elements.from.value = from.toPrecision(7);
    form.elements.to.value = to.toPrecision(7);
    form.requestSubmit();
  });

  function drawHeat(canvas) {
    const what = told(canvas);
    const columns = what.rows[0].cells.length;
    canvas.width = columns;
    canvas.height = what.rows.length;
    const context = canvas.getContext("2d");
    const [ground, full] = [[token("raised"), token("accent")]].flat().map((text) => text.match(/[\d.]+/g).slice(0, 3).map(Number));
    what.rows.forEach((row, y) => row.cells.forEach((cell, x) => {
      if (cell < 0) return;
      const share = cell / 100;
      context.fillStyle = `rgb(${ground.map((low, part) => Math.round(low + (full[part] - low) * share)).join(",")})`;
      context.fillRect(x, y, 1, 1);
    }));
    canvas.dataset.drawn = "yes";
    const say = (event) => {
      const box = canvas.getBoundingClientRect();
      const [x, y] = [Math.floor(((event.clientX - box.left) / box.width) * columns), Math.floor(((event.clientY - box.top) / box.height) * what.rows.length)];
      const row = what.rows[Math.min(Math.max(y, 0), what.rows.length - 1)];
      const cell = row.cells[Math.min(Math.max(x, 0), columns - 1)];
      canvas.title = cell < 0 ? `CPU ${row.name}: not recorded` : `CPU ${row.name}: ${cell}% busy`;
    };
    canvas.onpointermove = say;
  }

  function drawRecorded() {
    if (!window.Chart) return;
    document.querySelectorAll("canvas[data-trace]").forEach((canvas) => { drawTrace(canvas); follow(canvas); });
    document.querySelectorAll("canvas[data-heat]").forEach(drawHeat);
  }

  document.addEventListener("DOMContentLoaded", drawRecorded);
  document.addEventListener("htmx:after:swap", drawRecorded);
  dark.addEventListener("change", drawRecorded);
})();
