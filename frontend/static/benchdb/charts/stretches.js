// Drawn behind the lines of a chart: tinted stretches of its x axis and vertical lines; each may have a label.
import { FONT, faint } from "./look.js";

export const LINE = FONT + 3; // pixels from one line of words to the next

// Names of uprights stand above the plot, where no line runs through them: of two that would meet there, the left
// one ends and the right one begins at its upright. Those of one place are one name; what has no room is in the key.
function namesAbove(chart, marks, looks) {
  const { ctx, chartArea, scales } = chart;
  const named = new Map();
  for (const { from, words } of marks) named.set(from, new Set([...(named.get(from) ?? []), ...words]));
  const places = [...named.keys()].sort((a, b) => a - b);
  ctx.fillStyle = looks["ink-2"];
  let free = 0;
  places.forEach((place, index) => {
    const text = [...named.get(place)].join(", ");
    const [width, x] = [ctx.measureText(text).width, scales.x.getPixelForValue(place)];
    const next = places[index + 1];
    const meets = next !== undefined && scales.x.getPixelForValue(next) - x < width + 24;
    const wanted = meets ? x - width + 4 : x - (free > x - width / 2 ? 4 : width / 2);
    const left = Math.max(free, Math.min(wanted, chart.width - width - 2));
    if (left > x + 4 || left + width < x - 4 || left + width > chart.width) return;
    ctx.fillText(text, left + width / 2, chartArea.top - LINE - 3);
    free = left + width + 8;
  });
}

// Where labels have room: beside each other, or away from the edge.
function placed(mark, x, room, top, height, taken) {
  const meets = (other) => Math.abs(other.x - x) < other.room + room && Math.abs(other.top - top) < height;
  while (taken.some(meets)) top += LINE;
  taken.push({ x, room, top, words: mark.words });
  return top;
}

function words(chart, mark, looks, taken) {
  const { ctx, chartArea, scales } = chart;
  const widest = Math.max(...mark.words.map((line) => ctx.measureText(line).width));
  const room = widest / 2 + 4;
  const centre = scales.x.getPixelForValue((mark.from + mark.to) / 2);
  const x = Math.min(Math.max(centre, chartArea.left + room), chartArea.right - room);
  if (taken.some((other) => other.x === x && `${other.words}` === `${mark.words}`)) return; // said once
  const height = mark.words.length * LINE;
  const high = mark.isAbove ? chartArea.top - height - 6 : chartArea.top + 2;
  const top = placed(mark, x, room, high, height, taken);
  if (mark.isAbove) chart.wordsAbove = Math.min(chart.wordsAbove, x - room);
  ctx.fillStyle = faint(looks.lift, 0.85);
  ctx.fillRect(x - widest / 2 - 3, top, widest + 6, mark.words.length * LINE + 2);
  ctx.fillStyle = mark.isBold ? looks.ink : looks["ink-2"];
  mark.words.forEach((line, place) => ctx.fillText(line, x, top + 2 + place * LINE));
}

function edge(ctx, x, top, bottom) {
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  ctx.stroke();
}

// `marks`: {from, to, fill, colour, dash, words, isBold, isAbove, isUpright}; with `to` equal to `from`, a vertical line.
export const stretches = (marks, looks) => ({
  id: "stretches",
  beforeDatasetsDraw({ ctx, chartArea, scales }) {
    const { left, right, top, bottom } = chartArea;
    ctx.save();
    for (const { from, to, fill, colour, dash } of marks) {
      const ends = [from, to].map((value) => scales.x.getPixelForValue(value));
      const [start, end] = ends.map((x) => Math.min(Math.max(x, left), right));
      ctx.fillStyle = fill ?? "transparent";
      ctx.fillRect(start, top, end - start, bottom - top);
      if (!colour) continue;
      ctx.strokeStyle = colour;
      ctx.lineWidth = from === to ? 1.5 : 1;
      ctx.setLineDash(dash);
      for (const x of new Set(ends)) if (x >= left && x <= right) edge(ctx, x, top, bottom);
    }
    ctx.restore();
  },
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    const taken = [];
    chart.wordsAbove = Infinity; // where the words above the plot begin
    ctx.save();
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    ctx.font = `400 ${FONT}px ${chart.options.font.family}`;
    namesAbove(
      chart,
      marks.filter((one) => one.isUpright),
      looks,
    );
    for (const mark of marks.filter((one) => one.words && !one.isUpright)) {
      ctx.font = `${mark.isBold ? 600 : 400} ${FONT}px ${chart.options.font.family}`;
      words(chart, mark, looks, taken);
    }
    ctx.restore();
  },
});
