// What all charts share: fonts, grids, ticks at measured places, tooltips.
import { Ticks } from "./libraries.js";
import { FONT } from "./look.js";

export const family = () => getComputedStyle(document.body).fontFamily;

// A sign follows each number of an axis instead of standing alone above it.
export const signOf = ({ unit }) => (["×", "%"].includes(unit) ? unit : "");

// "requests per second, higher is better": with "better" alone nobody would know what is counted. Of small charts their
// common heading says it once.
export function unitOf(chart) {
  const unit = chart.panel ? "" : chart.y.unit || "";
  return unit && !signOf(chart.y) ? [unit, chart.better].filter(Boolean).join(", ") : "";
}

export function common(chart, looks, small, unit = unitOf(chart)) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    color: looks.ink,
    font: { family: family(), size: FONT },
    layout: { padding: { top: unit ? 24 : 8, right: 8 } },
    plugins: {
      unitAbove: { text: unit, colour: looks["ink-3"] },
      tooltip: tooltip(),
    },
    small,
  };
}

export const grid = (looks) => ({ color: looks.rule, tickColor: looks["rule-strong"] });
export const ticks = (looks, most) => ({ color: looks["ink-3"], maxTicksLimit: most, font: { size: FONT } });

// 60,000,000 as 60 M: an axis has no room for more.
function amount(value, ...rest) {
  if (Math.abs(value) >= 1e6) return `${Number((value / 1e6).toPrecision(4)).toLocaleString("en")} M`;
  return Ticks.formatters.numeric.call(this, value, ...rest);
}

export const signed = (sign) =>
  function named(...tick) {
    return `${amount.apply(this, tick)}${sign}`;
  };

// Each number with the digits that it needs: 500, 0.5.
export const signedLogs = (sign) =>
  function named(value, ...rest) {
    if (!Ticks.formatters.logarithmic.call(this, value, ...rest)) return "";
    return `${Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 12 })}${sign}`;
  };

function tooltip() {
  return {
    caretPadding: 10,
    filter: (item) => item.dataset.words,
    callbacks: {
      title: (items) => items[0]?.dataset.titles?.[items[0].dataIndex] ?? "",
      label: (item) => `${item.dataset.label}: ${item.dataset.words[item.dataIndex]}`,
    },
  };
}

// Names with enough room after the one before; the last is always shown.
function apart(all, scale) {
  const width = (tick) => Math.max(...tick.lines.map((line) => line.length)) * 7 + 10;
  const place = scale.type === "logarithmic" ? Math.log : (value) => value;
  const pixels = (scale.chart.width * 0.85) / (place(scale.max) - place(scale.min));
  const kept = [];
  for (const tick of [...all].reverse()) {
    const next = kept[kept.length - 1];
    if (!next || (place(next.x) - place(tick.x)) * pixels > (width(next) + width(tick)) / 2) kept.push(tick);
  }
  return kept.reverse();
}

// An axis with named places, or with ticks where something was measured.
export function namedTicks(axis, looks) {
  const names = new Map(axis.ticks.map((tick) => [tick.x, tick.lines]));
  return {
    afterBuildTicks: (scale) => {
      scale.ticks = apart(axis.ticks, scale).map((tick) => ({ value: tick.x }));
    },
    ticks: {
      ...ticks(looks, 99),
      autoSkipPadding: 10,
      maxRotation: 0,
      callback: (value) => names.get(value) ?? "",
    },
  };
}

export const title = (text, looks, small) => ({
  display: Boolean(text) && !small,
  text,
  color: looks["ink-3"],
  font: { size: FONT },
});
