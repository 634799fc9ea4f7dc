// What was recorded along an axis, as bars beneath it, on the same scale.
import { FONT, faint } from "./look.js";

const HEAD = 16; // pixels, of a lane's title
const BAR = 20;
const GAP = 4;

export const heightOf = (lanes) => (lanes?.length ? lanes.length * (HEAD + BAR + GAP) + GAP : 0);

function cut(ctx, text, width) {
  let kept = text;
  while (kept && ctx.measureText(kept === text ? text : `${kept}…`).width > width) kept = kept.slice(0, -1);
  return kept === text ? text : kept && `${kept}…`;
}

function drawLane(chart, lane, top, looks) {
  const { ctx, chartArea, scales } = chart;
  ctx.fillStyle = looks["ink-3"];
  ctx.fillText(lane.title, chartArea.left, top + HEAD / 2);
  lane.spans.forEach((span, place) => {
    const left = Math.max(chartArea.left, scales.x.getPixelForValue(span.least));
    const next = lane.spans[place + 1];
    const end = next ? scales.x.getPixelForValue(next.least) : chartArea.right;
    const right = Math.min(chartArea.right, end);
    const most = lane.has_gaps
      ? Math.min(right, Math.max(left + 3, scales.x.getPixelForValue(span.most)))
      : right;
    ctx.fillStyle = looks.sunk;
    ctx.fillRect(left, top + HEAD, Math.max(1, most - left - 1), BAR);
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
