// The names of series below a chart without room for them: buttons, so that the keyboard can hide and show them.

const GLYPHS = {
  circle: "●",
  rect: "■",
  triangle: "▲",
  rectRot: "◆",
  crossRot: "✕",
  star: "✱",
  rectRounded: "■",
};
const STRIPED = "▨";
const HOLLOW = { circle: "○", rect: "□", triangle: "△", rectRot: "◇" };

function sign(dataset) {
  const mark = document.createElement("i");
  const shape = dataset.shape ?? dataset.pointStyle ?? "rect";
  mark.textContent = dataset.isStriped
    ? STRIPED
    : ((dataset.isHollow ? HOLLOW[shape] : null) ?? GLYPHS[shape]);
  mark.style.color = dataset.sign ?? dataset.borderColor;
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

function named(chart, dataset, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(sign(dataset), dataset.label);
  button.setAttribute("aria-pressed", "true");
  button.onclick = () => {
    const isShown = !chart.isDatasetVisible(index);
    chart.setDatasetVisibility(index, isShown);
    chart.update();
    button.setAttribute("aria-pressed", `${isShown}`);
  };
  return button;
}

export const withoutLegend = (canvas) =>
  canvas.parentElement.parentElement.querySelector(":scope > .legend")?.remove();

export function withLegend(chart, isNamed = () => true) {
  const list = document.createElement("p");
  list.className = "legend small";
  chart.data.datasets.forEach((dataset, index) => {
    if (isNamed(dataset)) list.append(named(chart, dataset, index));
  });
  chart.canvas.parentElement.after(list);
}
