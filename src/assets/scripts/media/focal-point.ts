import { behaviour } from '../behaviours/behaviour.ts'

const STEP = 1
const LARGE_STEP = 10

/** The picture of a file's page: a click, a drag or the arrow keys set the focal point, which two numbers hold. */
behaviour('[data-media-focal]', (host) => {
  const point = host.querySelector<HTMLElement>('[data-focal-point]')
  const fields = document.querySelector<HTMLElement>('[data-focal-fields]')
  const across = fields?.querySelector<HTMLInputElement>('[name=focalX]')
  const down = fields?.querySelector<HTMLInputElement>('[name=focalY]')
  const clear = fields?.querySelector<HTMLElement>('[data-focal-clear]')
  if (!point || !across || !down) return
  const show = (): void => {
    point.hidden = false
    point.style.left = `${across.value === '' ? 50 : across.value}%`
    point.style.top = `${down.value === '' ? 50 : down.value}%`
    const isSet = across.value !== '' && down.value !== ''
    point.style.opacity = isSet ? '1' : '0.5'
    if (clear) clear.hidden = !isSet
  }
  const set = (x: number, y: number): void => {
    across.value = String(rounded(x))
    down.value = String(rounded(y))
    show()
  }
  const setAt = (event: PointerEvent): void => {
    const { left, top, width, height } = host.getBoundingClientRect()
    set((100 * (event.clientX - left)) / width, (100 * (event.clientY - top)) / height)
  }
  let isDragging = false
  host.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    isDragging = true
    host.setPointerCapture(event.pointerId)
    setAt(event)
    point.focus()
  })
  host.addEventListener('pointermove', (event) => isDragging && setAt(event))
  host.addEventListener('pointerup', () => {
    isDragging = false
  })
  point.addEventListener('keydown', (event) => {
    const [x, y] = directionOf(event.key)
    if (x === 0 && y === 0) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    set(Number(across.value || 50) + x * step, Number(down.value || 50) + y * step)
  })
  for (const input of [across, down]) input.addEventListener('input', show)
  if (clear) {
    clear.addEventListener('click', () => {
      across.value = ''
      down.value = ''
      show()
    })
  }
  show()
})

function rounded(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10
}

/** Direction of an arrow key, across and down. */
export function directionOf(key: string): readonly [x: number, y: number] {
  const directions: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  return directions[key] ?? [0, 0]
}
