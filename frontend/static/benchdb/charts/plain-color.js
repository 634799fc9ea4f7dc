// Instead of @kurkle/color, with which Chart.js mixes the colours of what moves and lights up under the pointer:
// nothing moves here, and a mark keeps its colour.
export class Color {
  constructor(value) {
    this.value = value;
    this.valid = false; // so that nothing is mixed
  }
  saturate = () => this;
  darken = () => this;
  hexString = () => this.value;
}
