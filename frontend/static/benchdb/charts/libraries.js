// Chart.js and its matrix plugin: whatever is not named here is dropped by the build.
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Ticks,
  Tooltip,
} from "chart.js";
import { MatrixController, MatrixElement } from "chartjs-chart-matrix";

Chart.register(BarController, LineController, MatrixController);
Chart.register(BarElement, LineElement, MatrixElement, PointElement);
Chart.register(CategoryScale, LinearScale, LogarithmicScale);
Chart.register(Filler, Tooltip);
globalThis.Chart = Chart; // for who looks at a chart in the browser's console

export { Chart, Ticks };
