// Draws points with fitted curves, bands and references. Every coordinate comes from the server.
"use strict";

// Parts of a whole, one on the other. The colour between two parts is the ground's, so that equal colours stay apart.
function drawStack(canvas, told, small) {
  const chosen = options(told, small);
  chosen.scales.x.stacked = true;
  chosen.scales.y.stacked = true;
  if (told.ceiling) chosen.scales.y.max = told.ceiling;
  const parts = told.series.map((series, index) => ({ ...dataset(series, index, told), borderColor: token("surface"), borderWidth: 1 }));
  new Chart(canvas, { type: "bar", data: { labels: told.labels, datasets: parts }, options: chosen });
}

const ROLES = {
  points: { pointRadius: 4.5, order: 0 },
  usl: { borderWidth: 2, order: 1 },
  amdahl: { borderWidth: 1.5, borderDash: [7, 4], order: 2 },
  reference: { borderWidth: 1.5, borderDash: [2, 4], order: 3 },
  knee: { borderWidth: 1.5, borderDash: [5, 4], order: 3 },
  fall: { borderWidth: 1.5, order: 3 },
  low: { borderWidth: 0, order: 4 },
  high: { borderWidth: 0, fill: "-1", order: 4 },
};

function curveDataset(series) {
  const colours = PALETTE[dark.matches ? "dark" : "light"];
  const colour = series.group < 0 ? token("quiet") : colours[series.group % colours.length];
  const isPoints = series.role === "points";
  return {
    type: "line", label: series.name, data: series.data, words: series.words || [], titles: series.titles || [], trials: series.trials || [],
    trialColour: token("surface"), group: series.group, role: series.role, borderColor: colour,
    backgroundColor: series.role === "high" ? `${colour}33` : colour, pointRadius: 0, pointHitRadius: isPoints ? 8 : 0,
    showLine: !isPoints || series.line, borderWidth: 2, borderDash: series.published && series.line ? [6, 4] : [],
    pointHoverRadius: isPoints ? 6 : 0, spanGaps: true, ...ROLES[series.role],
  };
}

// An axis whose places the server names: dates, versions.
function namedAxis(told, small) {
  const names = new Map(told.ticks.map(({ x, text }) => [x, text]));
  return {
    min: told.from, max: told.to, beginAtZero: false,
    afterBuildTicks: (axis) => { axis.ticks = told.ticks.map(({ x }) => ({ value: x })); },
    ticks: { color: token("quiet"), callback: (value) => names.get(value) || "", autoSkipPadding: 12, font: { size: small ? 10 : 12 } },
  };
}

function curveOptions(told, small) {
  const grid = { color: token("line") };
  const title = (text) => ({ display: Boolean(text) && !small, text, color: token("quiet") });
  const ticks = { color: token("quiet"), maxTicksLimit: small ? 6 : 12 };
  return {
    responsive: true, maintainAspectRatio: false, animation: false, color: token("text"),
    interaction: { mode: "nearest", intersect: false, axis: "xy" },
    scales: {
      x: { type: "linear", beginAtZero: true, grid, title: title(told.x), ticks, ...(told.ticks ? namedAxis(told, small) : {}) },
      y: { beginAtZero: !told.least, suggestedMin: told.least, suggestedMax: told.most, grid, title: title(told.unit), ticks },
    },
    plugins: {
      legend: {
        position: "bottom",
        labels: { usePointStyle: true, pointStyle: "circle", boxWidth: 8, boxHeight: 8, color: token("text"), filter: (item, data) => data.datasets[item.datasetIndex].role === "points" },
        onClick: (event, item, legend) => {
          const { group } = legend.chart.data.datasets[item.datasetIndex];
          const isShown = legend.chart.isDatasetVisible(item.datasetIndex);
          legend.chart.data.datasets.forEach((dataset, index) => {
            if (dataset.group === group) legend.chart.setDatasetVisibility(index, !isShown);
          });
          legend.chart.update();
        },
      },
      tooltip: {
        filter: (item) => item.dataset.role === "points",
        callbacks: {
          title: (items) => (items.length ? items[0].dataset.titles[items[0].dataIndex] || `${told.x} ${items[0].label}` : ""),
          label: (item) => `${item.dataset.label}: ${item.dataset.words[item.dataIndex]}`,
        },
      },
    },
  };
}

function drawCurves(canvas, told, small) {
  new Chart(canvas, {
    type: "line", data: { datasets: told.series.map(curveDataset) }, options: curveOptions(told, small), plugins: [trials],
  });
}
