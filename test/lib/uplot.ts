/** Replaces uPlot without a canvas: stores its data, so that a test can read it. */
export default class {
  static readonly drawn = new Set<unknown>()
  readonly root: HTMLElement

  constructor(
    readonly options: unknown,
    public data: unknown,
    target: HTMLElement,
  ) {
    this.root = target.appendChild(document.createElement('div'))
    new.target.drawn.add(this)
  }

  setData(data: unknown) {
    this.data = data
  }

  setSize() {}

  redraw() {}

  valToPos(value: number) {
    return value
  }

  setCursor() {}

  destroy() {
    this.root.remove()
  }
}
