// Drawn behind the lines of a chart: tinted stretches of its x axis and vertical lines; each may have a label.
import { FONT, faint } from "./look.js";

export const LINE = FONT + 3; // pixels from one line of words to the next

// Where labels have room: beside each other, or away from the edge.
function placed(mark, x, room, top, height, taken) {
  const meets = (other) => Math.abs(other.x - x) < other.room + room && Math.abs(other.top - top) < height;
  while (taken.some(meets)) top += mark.isLow ? -LINE : LINE;
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
  const edge = mark.isLow ? chartArea.bottom - height - 4 : high;
  const top = placed(mark, x, room, edge, height, taken);
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

// `marks`: {from, to, fill, colour, dash, words, isBold, isLow, isAbove}; with `to` equal to `from`, a vertical line.
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
    ctx.save();
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    for (const mark of marks.filter((one) => one.words)) {
      ctx.font = `${mark.isBold ? 600 : 400} ${FONT}px ${chart.options.font.family}`;
      words(chart, mark, looks, taken);
    }
    ctx.restore();
  },
});
