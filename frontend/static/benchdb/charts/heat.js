// Each CPU's busy share over time: a strip for each, on the time axis of the charts above.
import { Chart } from "./libraries.js";
import { FONT, faint, look } from "./look.js";
import { ticks } from "./options.js";
import { crosshair, crosshairLooks, follow, GUTTER, rightOf, timeAxis } from "./traces.js";

const ROW = 14; // pixels
const MOST_ROWS = 32; // pixels of fewer, where there are many CPUs

function cells(chart) {
  const columns = chart.rows[0].cells.length;
  const width = (chart.span[1] - chart.span[0]) / columns;
  return chart.rows.flatMap((row, y) =>
    row.cells.flatMap((share, x) => (share < 0 ? [] : [{ x: chart.span[0] + (x + 0.5) * width, y, share }])),
  );
}

export function drawHeat(canvas, chart) {
  const looks = look();
  const rows = chart.rows.length;
  const columns = chart.rows[0].cells.length;
  const height = rows > MOST_ROWS ? (MOST_ROWS * ROW) / rows : ROW;
  canvas.parentElement.style.height = `${Math.round(rows * height) + 54}px`;
  follow(canvas);
  return new Chart(canvas, {
    type: "matrix",
    data: {
      datasets: [
        {
          data: cells(chart),
          backgroundColor: (context) => faint(looks.accent, (context.raw?.share ?? 0) / 100),
          borderWidth: 0,
          width: ({ chart: drawn }) => (drawn.chartArea?.width ?? 0) / columns + 0.5,
          height: ({ chart: drawn }) => (drawn.chartArea?.height ?? 0) / rows - 1,
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      layout: { padding: { right: rightOf(canvas) } },
      scales: {
        x: { ...timeAxis(chart.span, looks, true, chart.window), offset: false, grid: { display: false } },
        y: {
          type: "linear",
          min: -0.5,
          max: rows - 0.5,
          reverse: true,
          offset: false,
          grid: { display: false },
          afterBuildTicks: (axis) => {
            const apart = Math.ceil(FONT / height);
            axis.ticks = chart.rows.map((_, value) => ({ value })).filter(({ value }) => value % apart === 0);
          },
          ticks: { ...ticks(looks, rows), autoSkip: false, callback: (value) => chart.rows[value].name },
          afterFit: (axis) => {
            axis.width = GUTTER;
          },
        },
      },
      plugins: {
        tooltip: {
          callbacks: {
            title: () => "",
            label: ({ raw }) => `CPU ${chart.rows[raw.y].name}: ${raw.share}% busy`,
          },
        },
        crosshair: crosshairLooks(looks),
      },
    },
    plugins: [crosshair],
  });
}
