const STEP = 1
const LARGE_STEP = 10

/** Storage of a point: percentages of a picture's width and height; `null` if the point is not set. */
export interface KeptPoint {
  read(): readonly [x: number, y: number] | null
  write(x: number, y: number): void
  /** Called when the point has been released. */
  settled?(): void
}

/** Lets the user set a point on a picture: by a click or a drag on `host`, and by arrow keys on the point itself. */
export function followPoint(host: HTMLElement, point: HTMLElement, kept: KeptPoint, isOn = () => true): void {
  const set = (x: number, y: number): void => kept.write(rounded(x), rounded(y))
  const setAt = (event: PointerEvent): void => {
    const { left, top, width, height } = host.getBoundingClientRect()
    set((100 * (event.clientX - left)) / width, (100 * (event.clientY - top)) / height)
  }
  let isDragging = false
  host.addEventListener('pointerdown', (event) => {
    if (!isOn()) return
    event.preventDefault()
    isDragging = true
    host.setPointerCapture(event.pointerId)
    setAt(event)
    point.focus()
  })
  host.addEventListener('pointermove', (event) => isDragging && setAt(event))
  host.addEventListener('pointerup', () => {
    if (isDragging) kept.settled?.()
    isDragging = false
  })
  point.addEventListener('keydown', (event) => {
    const [x, y] = directionOf(event.key)
    if (x === 0 && y === 0) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    const [left, top] = kept.read() ?? [50, 50]
    set(left + x * step, top + y * step)
  })
  point.addEventListener('keyup', (event) => {
    if (directionOf(event.key).some((part) => part !== 0)) kept.settled?.()
  })
}

/** Shows a point at its position. A point that is not set is shown paler, in the middle. */
export function showPoint(point: HTMLElement, at: readonly [x: number, y: number] | null): void {
  const [x, y] = at ?? [50, 50]
  point.style.left = `${x}%`
  point.style.top = `${y}%`
  point.style.opacity = at === null ? '0.5' : '1'
}

function rounded(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10
}

/** Returns the direction of an arrow key, horizontally and vertically; `[0, 0]` for other keys. */
export function directionOf(key: string): readonly [x: number, y: number] {
  const directions: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  return directions[key] ?? [0, 0]
}
