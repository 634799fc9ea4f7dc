// What was recorded along an axis, as bars beneath it, on the same scale.
import { FONT, faint } from "./look.js";

const HEAD = 16; // pixels, of a lane's title
const BAR = 20;
const GAP = 4;
const POINT = 5; // half of a diamond

export const heightOf = (lanes) => (lanes?.length ? lanes.length * (HEAD + BAR + GAP) + GAP : 0);

function cut(ctx, text, width) {
  let kept = text;
  while (kept && ctx.measureText(kept === text ? text : `${kept}…`).width > width) kept = kept.slice(0, -1);
  return kept === text ? text : kept && `${kept}…`;
}

// Both ends of a span within the plot, in pixels.
function endsOf({ chartArea, scales }, { least, most }) {
  const inside = (value) =>
    Math.min(chartArea.right, Math.max(chartArea.left, scales.x.getPixelForValue(value)));
  return [inside(least), inside(most)];
}

function diamond(ctx, x, y) {
  ctx.beginPath();
  ctx.moveTo(x - POINT, y);
  ctx.lineTo(x, y - POINT - 1);
  ctx.lineTo(x + POINT, y);
  ctx.lineTo(x, y + POINT + 1);
  ctx.fill();
}

// What holds for a while only: a mark where it was, its words behind it, or before it where there is more room.
function drawNotes(chart, lane, top, looks) {
  const { ctx, chartArea } = chart;
  const middle = top + HEAD + BAR / 2 + 1;
  let free = chartArea.left; // where the words before end
  lane.spans.forEach((span, place) => {
    const [left, right] = endsOf(chart, span);
    const isWide = right - left > 2 * POINT + 2;
    const next = lane.spans[place + 1];
    const end = next ? endsOf(chart, next)[0] - POINT : chart.width - 2;
    const [begin, centre] = [isWide ? left + 7 : (left + right) / 2 + POINT + 4, (left + right) / 2];
    const [after, before] = [end - begin, (isWide ? left : centre - POINT) - 4 - free];
    ctx.fillStyle = looks.sunk;
    if (isWide) ctx.fillRect(left, top + HEAD, right - left, BAR);
    ctx.fillStyle = looks["ink-2"];
    if (isWide) ctx.fillRect(left, top + HEAD, 2, BAR);
    else diamond(ctx, centre, middle - 1);
    const isBehind = ctx.measureText(span.text).width <= after || after >= before;
    const text = cut(ctx, span.text, isBehind ? after : before);
    const width = ctx.measureText(text).width;
    ctx.fillText(text, isBehind ? begin : free + before - width, middle);
    free = (isBehind ? begin + width : Math.max(right, centre + POINT)) + 6;
  });
}

function drawLane(chart, lane, top, looks) {
  const { ctx, chartArea, scales } = chart;
  ctx.fillStyle = looks["ink-3"];
  ctx.fillText(lane.title, chartArea.left, top + HEAD / 2);
  if (lane.has_gaps) {
    drawNotes(chart, lane, top, looks);
    return;
  }
  lane.spans.forEach((span, place) => {
    const left = Math.max(chartArea.left, scales.x.getPixelForValue(span.least));
    const next = lane.spans[place + 1];
    const end = next ? scales.x.getPixelForValue(next.least) : chartArea.right;
    const right = Math.min(chartArea.right, end);
    ctx.fillStyle = looks.sunk;
    ctx.fillRect(left, top + HEAD, Math.max(1, right - left - 1), BAR);
    ctx.fillStyle = faint(looks.accent, place ? 1 : 0.35);
    ctx.fillRect(left, top + HEAD, 2, BAR);
    ctx.fillStyle = looks["ink-2"];
    ctx.fillText(cut(ctx, span.text, right - left - 12), left + 7, top + HEAD + BAR / 2 + 1);
  });
}

export const lanes = (all, looks) => ({
  id: "lanes",
  afterDraw(chart) {
    if (!all?.length) return;
    const { ctx } = chart;
    ctx.save();
    ctx.font = `${FONT}px ${chart.options.font.family}`;
    ctx.textBaseline = "middle";
    all.forEach((lane, place) =>
      drawLane(chart, lane, chart.height - heightOf(all) + GAP + place * (HEAD + BAR + GAP), looks),
    );
    ctx.restore();
  },
});
