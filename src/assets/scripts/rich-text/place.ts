interface Point {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

const GAP = 6

/** Positions a floating element below a point in the text, or above it with `isAbove` or if it does not fit below. */
export function placeAt(element: HTMLElement, { left, top, bottom }: Point, isAbove = false): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const fitsBelow = bottom + GAP + height <= window.innerHeight
  const fitsAbove = top - GAP - height >= 0
  const y = (isAbove && fitsAbove) || !fitsBelow ? top - GAP - height : bottom + GAP
  element.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`
  element.style.top = `${Math.max(GAP, y)}px`
}
