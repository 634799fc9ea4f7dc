// The words above a stretch of a level in which nobody measured, where they have room.
import { FONT } from "./look.js";

export const pauseNames = (series, looks) => ({
  id: "pauseNames",
  afterDatasetsDraw({ ctx, scales, options }) {
    ctx.save();
    ctx.font = `${FONT}px ${options.font.family}`;
    ctx.fillStyle = looks["ink-2"];
    ctx.textAlign = "center";
    for (const { role, points } of series) {
      if (role !== "pause") continue;
      const [before, after] = points;
      const [left, right] = [before.x, after.x].map((value) => scales.x.getPixelForValue(value));
      if (ctx.measureText(before.title).width > right - left) continue;
      ctx.fillText(before.title, (left + right) / 2, scales.y.getPixelForValue(before.y) - 6);
    }
    ctx.restore();
  },
});
