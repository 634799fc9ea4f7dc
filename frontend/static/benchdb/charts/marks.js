// Marks that Chart.js lacks: single runs as faint points beside them, names at the ends of lines, the unit above its axis.
import { FONT, faint } from "./look.js";

const GAP = 14; // pixels between two names
const MOST_WIDTH = 150;

export const runs = {
  id: "runs",
  afterDatasetsDraw(chart) {
    const { ctx, scales } = chart;
    const lying = chart.options.indexAxis === "y";
    chart.data.datasets.forEach((dataset, index) => {
      const meta = chart.getDatasetMeta(index);
      if (!chart.isDatasetVisible(index) || !dataset.runs) return;
      ctx.save();
      ctx.fillStyle = faint(dataset.colour, 0.35);
      dataset.runs.forEach((values, place) => {
        const element = meta.data[place];
        if (!element) return;
        for (const value of values) {
          ctx.beginPath();
          if (lying) ctx.arc(scales.x.getPixelForValue(value), element.y, 2.6, 0, 2 * Math.PI);
          else
            ctx.arc(
              element.x + (dataset.runsAside ?? 0),
              scales.y.getPixelForValue(value),
              2.6,
              0,
              2 * Math.PI,
            );
          ctx.fill();
        }
      });
      ctx.restore();
    });
  },
};

// Sides measured at the same places are drawn side by side, not on top of each other; their lines follow.
export const dodge = {
  id: "dodge",
  afterDatasetsUpdate(chart) {
    chart.data.datasets.forEach((dataset, index) => {
      if (dataset.dodge) for (const element of chart.getDatasetMeta(index).data) element.x += dataset.dodge;
    });
  },
};

const CAP = 3.5; // pixels, half of the line that ends an interval

function whisker(ctx, lying, place, low, high) {
  const lines = [
    [place, low, place, high],
    [place - CAP, low, place + CAP, low],
    [place - CAP, high, place + CAP, high],
  ];
  ctx.beginPath();
  for (const [across, along, acrossEnd, alongEnd] of lines) {
    ctx.moveTo(...(lying ? [along, across] : [across, along]));
    ctx.lineTo(...(lying ? [alongEnd, acrossEnd] : [acrossEnd, alongEnd]));
  }
  ctx.stroke();
}

// The interval of each bar or point, on the scale of its values.
export const intervals = {
  id: "intervals",
  afterDatasetsDraw(chart) {
    const { ctx, scales } = chart;
    const lying = chart.options.indexAxis === "y";
    const scale = lying ? scales.x : scales.y;
    ctx.save();
    ctx.lineWidth = 1.5;
    chart.data.datasets.forEach((dataset, index) => {
      if (!chart.isDatasetVisible(index) || !dataset.intervals) return;
      ctx.strokeStyle = dataset.intervalColour;
      chart.getDatasetMeta(index).data.forEach((element, place) => {
        const ends = dataset.intervals[place];
        if (!ends || element.skip) return;
        const [low, high] = ends.map((value) => scale.getPixelForValue(value));
        whisker(ctx, lying, lying ? element.y : element.x, low, high);
      });
    });
    ctx.restore();
  },
};

export const intervalOf = ({ low, high }) => (low == null || high == null ? null : [low, high]);

// How far the value axis must reach to include the intervals of all series.
export function reach(chart) {
  const ends = chart.series.flatMap(({ points }) => points.flatMap((point) => intervalOf(point) ?? []));
  return { low: Math.min(0, ...ends), high: ends.length ? Math.max(...ends) : undefined, ends };
}

// Of a name: a wide chart has room for a long one.
const mostWidth = (chart) => Math.max(MOST_WIDTH, 0.28 * chart.width);

function measuredWidth(chart) {
  const { ctx } = chart;
  ctx.save();
  ctx.font = `600 ${FONT}px ${chart.options.font.family}`;
  const widths = chart.data.datasets
    .filter((dataset) => dataset.named)
    .map((dataset) => ctx.measureText(dataset.label).width);
  ctx.restore();
  return Math.min(mostWidth(chart), Math.max(0, ...widths));
}

// The name is cut, never the number behind it.
function shortened(ctx, text, most) {
  if (ctx.measureText(text).width <= most) return text;
  const [, name, number] = /^(.*?)( [\d.,]+)?$/.exec(text);
  let kept = name;
  while (kept && ctx.measureText(`${kept}…${number ?? ""}`).width > most) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…${number ?? ""}`;
}

// Far enough apart to read, and none above the chart: each at its own height where possible.
function spread(labels, bottom) {
  labels.sort((one, other) => one.y - other.y);
  labels.forEach((label, place) => {
    if (place) label.y = Math.max(label.y, labels[place - 1].y + GAP);
  });
  const over = labels.length ? labels[labels.length - 1].y - bottom : 0;
  if (over > 0) for (const label of labels) label.y -= over;
  const above = labels.length ? GAP / 2 - labels[0].y : 0;
  if (above > 0) for (const label of labels) label.y += above;
  return labels;
}

// How far right of the plot's end names begin: behind the runs that are drawn beside the last marks.
const besides = ({ data }) =>
  Math.max(
    0,
    ...data.datasets.map(({ runs, runsAside }) => (runs?.some((own) => own?.length) && runsAside) || 0),
  );

// Where along the axis the name of a fitted line stands, and how far above it: apart from each other where lines coincide.
const PLACES = { usl: [0.8, -9], amdahl: [0.62, 11], reference: [1, -9] };

export const lawNames = {
  id: "lawNames",
  afterDatasetsDraw(chart) {
    const { ctx, chartArea, data, options } = chart;
    ctx.save();
    ctx.font = `${FONT}px ${options.font.family}`;
    ctx.textBaseline = "middle";
    data.datasets.forEach((dataset, index) => {
      if (!dataset.law || !chart.isDatasetVisible(index)) return;
      const [share, above] = PLACES[dataset.role];
      const isInside = ({ y }) => y >= chartArea.top && y <= chartArea.bottom;
      const points = chart.getDatasetMeta(index).data.filter(isInside);
      const place = Math.round((points.length - 1) * share);
      const point = points[place];
      if (!point) return;
      const rises = points[Math.max(place - 1, 0)].y > point.y;
      const isLeft = above < 0 === rises; // the side on which the line leaves room
      ctx.textAlign = isLeft ? "right" : "left";
      ctx.fillStyle = dataset.colour;
      ctx.fillText(dataset.law, point.x + (isLeft ? -5 : 5), point.y + above);
    });
    ctx.restore();
  },
};

export const endNames = {
  id: "endNames",
  beforeLayout(chart) {
    if (chart.options.plugins.endNames)
      chart.options.layout.padding.right =
        chart.options.plugins.endNames.width ?? measuredWidth(chart) + 14 + besides(chart);
  },
  afterDatasetsDraw(chart, _, wanted) {
    if (!wanted) return;
    const { ctx, chartArea } = chart;
    const labels = [];
    chart.data.datasets.forEach((dataset, index) => {
      if (!dataset.named || !chart.isDatasetVisible(index)) return;
      const there = chart
        .getDatasetMeta(index)
        .data.filter((element) => !element.skip && Number.isFinite(element.y));
      const last = there[there.length - 1];
      if (last)
        labels.push({ text: dataset.label, colour: dataset.colour, y: last.y, weight: dataset.weight ?? 0 });
    });
    const room = Math.floor((chartArea.bottom + GAP / 2) / GAP);
    const aside = besides(chart);
    const kept = [...labels].sort((one, other) => other.weight - one.weight).slice(0, Math.max(room, 1));
    ctx.save();
    ctx.font = `600 ${FONT}px ${chart.options.font.family}`;
    ctx.textBaseline = "middle";
    for (const { text, colour, y } of spread(kept, chartArea.bottom)) {
      ctx.fillStyle = colour;
      const width = (wanted.width ?? mostWidth(chart) + 14 + aside) - 14 - aside;
      ctx.fillText(shortened(ctx, text, width), chartArea.right + 10 + aside, y);
    }
    ctx.restore();
  },
};

export const unitAbove = {
  id: "unitAbove",
  afterDraw(chart, _, unit) {
    if (!unit?.text) return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.font = `${FONT}px ${chart.options.font.family}`;
    ctx.fillStyle = unit.colour;
    ctx.textBaseline = "bottom";
    const meets = ctx.measureText(unit.text).width > (chart.wordsAbove ?? Infinity);
    chart.unitBottom = chartArea.top - 9 - (meets ? unit.overWords : (unit.lift ?? 0));
    ctx.fillText(unit.text, 0, chart.unitBottom);
    ctx.restore();
  },
};
