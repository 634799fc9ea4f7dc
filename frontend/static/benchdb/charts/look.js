// Colours, shapes and dashes, from styles/tokens.css: the only place that has them.
const SHAPES = ["circle", "rect", "triangle", "rectRot", "crossRot", "star", "rectRounded", "circle"];
const AGAIN = 3; // shapes further where the colours begin again
const STRIPES = 8; // pixels from one to the next
const NARROW = 480; // pixels

// The value of a token in the current theme, as rgb(…).
export function token(name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

// A colour with an opacity.
export function faint(colour, strength) {
  const parts = colour.match(/[\d.]+/g).slice(0, 3);
  return `rgb(${parts.join(" ")} / ${strength})`;
}

// All colours that a chart needs, read once: each read costs a layout.
export function look() {
  const names = [
    "ink",
    "ink-2",
    "ink-3",
    "rule",
    "rule-strong",
    "lift",
    "paper",
    "accent",
    "accent-tint",
    "sunk",
    "better",
    "worse",
  ];
  const tokens = Object.fromEntries(names.map((name) => [name, token(name)]));
  const series = SHAPES.map((_, place) => token(`c${place + 1}`));
  return { ...tokens, series };
}

// Groups of one colour have different shapes and dashes.
const placeOf = (group) => (group + AGAIN * Math.floor(group / SHAPES.length)) % SHAPES.length;

export const shapeOf = (group) => SHAPES[placeOf(group)];

export function dashOf(group) {
  const dash = getComputedStyle(document.documentElement)
    .getPropertyValue(`--d${placeOf(group) + 1}`)
    .trim();
  return dash === "none" || !dash ? [] : dash.split(/\s+/).map(Number);
}

// Has an earlier group its colour? Then its bars are striped.
export const isAgain = (group) => group >= SHAPES.length;

export function striped(colour, ground) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = STRIPES;
  const ctx = tile.getContext("2d");
  ctx.fillStyle = colour;
  ctx.fillRect(0, 0, STRIPES, STRIPES);
  ctx.strokeStyle = ground;
  ctx.lineWidth = 2;
  for (const shift of [-STRIPES, 0, STRIPES]) {
    ctx.moveTo(shift, STRIPES);
    ctx.lineTo(shift + STRIPES, 0);
  }
  ctx.stroke();
  return ctx.createPattern(tile, "repeat");
}

export const isNarrow = (canvas) => canvas.parentElement.clientWidth < NARROW;
export const FONT = 12; // pixels: no text is smaller
