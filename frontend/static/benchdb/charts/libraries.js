// Chart.js and its plugins say where they are by a global name; from here on it is an import.
import "../../chartjs/chart.umd.min.js";
import "../../chartjs-annotation/chartjs-plugin-annotation.min.js";
import "../../chartjs-matrix/chartjs-chart-matrix.min.js";
import "../../chartjs-error-bars/index.umd.min.js";

const { Chart, ChartErrorBars } = globalThis;
const { BarWithErrorBar, BarWithErrorBarsController, LineWithErrorBarsController, PointWithErrorBar } =
  ChartErrorBars;
Chart.register(BarWithErrorBar, BarWithErrorBarsController, LineWithErrorBarsController, PointWithErrorBar);

export { Chart };
