// Draws what the server computed. Finds [data-…], reads the JSON beside it, computes nothing the server knows.
"use strict";

const PALETTE = {
  light: ["#1f5fbf", "#c2571a", "#2b8a57", "#8a4bb0", "#b3275e", "#5f6b78", "#9a7b00", "#128a9c"],
  dark: ["#6ea8ff", "#ffa05c", "#5fd39a", "#c99af0", "#ff8db8", "#aab6c2", "#e0c24a", "#4fd0e3"],
};
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function token(name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

// The trials, as points on their bar or beside their line.
const trials = {
  id: "trials",
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    chart.data.datasets.forEach((dataset, index) => {
      const meta = chart.getDatasetMeta(index);
      if (meta.hidden) return;
      dataset.trials.forEach((values, at) => {
        const element = meta.data[at];
        if (!element || values.length < 2) return;
        ctx.save();
        ctx.fillStyle = dataset.trialColour;
        ctx.strokeStyle = dataset.borderColor;
        values.forEach((value) => {
          ctx.beginPath();
          const at = chart.options.indexAxis === "y"
            ? [chart.scales.x.getPixelForValue(value), element.y] : [element.x, chart.scales.y.getPixelForValue(value)];
          ctx.arc(...at, 3, 0, 2 * Math.PI);
          ctx.fill();
          ctx.stroke();
        });
        ctx.restore();
      });
    });
  },
};

function dataset(series, index, told) {
  const colours = PALETTE[dark.matches ? "dark" : "light"];
  const colour = colours[index % colours.length];
  const points = told.positions ? series.values.map((y, i) => ({ x: told.positions[i], y })) : series.values;
  return {
    label: series.name, data: points, words: series.words, trials: series.trials, trialColour: token("surface"),
    borderColor: colour, backgroundColor: told.positions ? colour : `${colour}${series.published ? "99" : "cc"}`,
    borderWidth: told.positions ? 2 : 1, pointRadius: 4, borderDash: series.published && told.positions ? [6, 4] : [],
    spanGaps: true, maxBarThickness: 64, categoryPercentage: told.labels.length < 3 ? 0.35 : 0.8,
  };
}

function options(told, small) {
  const grid = { color: token("line") };
  const title = (text) => ({ display: Boolean(text) && !small, text, color: token("quiet") });
  const ticks = { color: token("quiet"), maxTicksLimit: small ? 6 : 12 };
  const many = told.series.length > 1;
  const along = { type: told.positions ? "linear" : "category", beginAtZero: true, grid, title: title(told.x), ticks };
  const across = { beginAtZero: true, suggestedMax: told.most, grid, title: title(told.unit), ticks };
  if (told.named) { // each position has a name of its own, and its axis is no plain scale
    along.min = Math.min(0, ...told.positions);
    along.afterBuildTicks = (axis) => { axis.ticks = told.positions.map((value) => ({ value })); };
    along.ticks = { color: token("quiet"), autoSkip: true, callback: (value) => told.labels[told.positions.indexOf(value)] };
  }
  if (told.sideways) along.ticks = { color: token("quiet"), autoSkip: false };
  return {
    responsive: true, maintainAspectRatio: false, animation: false, color: token("text"),
    indexAxis: told.sideways ? "y" : "x",
    interaction: { mode: "nearest", intersect: false, axis: told.sideways ? "y" : "x" },
    scales: told.sideways ? { x: across, y: along } : { x: along, y: across },
    plugins: {
      legend: { display: many, position: "bottom", labels: { usePointStyle: true, pointStyle: "rectRounded", color: token("text") } },
      tooltip: {
        callbacks: {
          title: (items) => (items.length ? told.labels[items[0].dataIndex] : ""),
          label: (item) => `${item.dataset.label}: ${item.dataset.words[item.dataIndex]}`,
        },
      },
    },
  };
}

function draw(canvas) {
  const told = JSON.parse(canvas.parentElement.querySelector("script").textContent);
  const small = Boolean(canvas.closest(".small"));
  Chart.getChart(canvas)?.destroy();
  canvas.dataset.drawn = "yes";
  const other = { curves: drawCurves, stacked: drawStack }[told.kind];
  if (other) { other(canvas, told, small); return; }
  new Chart(canvas, {
    type: told.positions ? "line" : "bar",
    data: { labels: told.positions ? undefined : told.ticks, datasets: told.series.map((s, i) => dataset(s, i, told)) },
    options: options(told, small), plugins: [trials],
  });
}

function drawAll() {
  if (window.Chart) document.querySelectorAll("canvas[data-chart]").forEach(draw);
}

function showChosen(input) {
  const chosen = input.closest("form").querySelector("[data-chosen]");
  chosen.textContent = [...input.files].map((file) => file.name).join(", ");
}

function acceptDrops(area) {
  const input = area.querySelector("input[type=file]");
  input.addEventListener("change", () => showChosen(input));
  ["dragover", "dragenter"].forEach((name) => area.addEventListener(name, (event) => {
    event.preventDefault();
    area.classList.add("over");
  }));
  ["dragleave", "drop"].forEach((name) => area.addEventListener(name, () => area.classList.remove("over")));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    input.files = event.dataTransfer.files;
    showChosen(input);
  });
}

function start() {
  drawAll();
  document.querySelectorAll("[data-drop]").forEach(acceptDrops);
  document.querySelectorAll("[data-select]").forEach((input) => input.addEventListener("focus", () => input.select()));
}

document.addEventListener("DOMContentLoaded", start);
// Groups of filters that the reader opened stay open when the filters are drawn anew.
let open = [];
document.addEventListener("htmx:before:swap", () => {
  open = [...document.querySelectorAll("details[id][open]")].map((group) => group.id);
});
document.addEventListener("htmx:after:swap", () => {
  open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  drawAll();
});
dark.addEventListener("change", drawAll);
