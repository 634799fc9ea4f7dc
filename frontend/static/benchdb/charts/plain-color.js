// Instead of @kurkle/color, with which Chart.js mixes colours for animation and hover:
// here nothing is animated, and a mark keeps its colour.
export class Color {
  constructor(value) {
    this.value = value;
    this.valid = false; // so that nothing is mixed
  }
  saturate = () => this;
  darken = () => this;
  hexString = () => this.value;
}
