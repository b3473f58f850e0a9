import { behaviour } from '../behaviours/behaviour.ts'
import { type Box, moveBox, moveCorner, shapeBox } from './crop-box.ts'
import { directionOf } from './point.ts'

const LARGE_STEP = 10

/** The crop frame over a picture, which is synchronized with the numbers of the form. */
behaviour('[data-media-crop]', (host) => {
  const area = host.querySelector<HTMLElement>('[data-crop-area]')
  const frame = host.querySelector<HTMLElement>('[data-crop-frame]')
  const form = host.querySelector('form')
  const aspect = host.querySelector<HTMLSelectElement>('[data-crop-aspect]')
  if (!area || !frame || !form || !aspect) return
  const picture = { width: Number(area.dataset.width), height: Number(area.dataset.height) }
  const input = (name: keyof Box) => form.elements.namedItem(name) as HTMLInputElement // the page has them
  const read = (): Box => ({
    x: Number(input('x').value),
    y: Number(input('y').value),
    width: Number(input('width').value),
    height: Number(input('height').value),
  })
  const show = (): void => {
    const box = read()
    frame.hidden = false
    frame.style.left = `${(100 * box.x) / picture.width}%`
    frame.style.top = `${(100 * box.y) / picture.height}%`
    frame.style.width = `${(100 * box.width) / picture.width}%`
    frame.style.height = `${(100 * box.height) / picture.height}%`
  }
  const write = (box: Box): void => {
    for (const name of ['x', 'y', 'width', 'height'] as const) input(name).value = String(box[name])
    show()
  }
  const ratio = (): number | null => {
    const [width, height] = aspect.value.split(':').map(Number)
    return width && height ? width / height : null
  }
  const moved = (box: Box, handle: string, across: number, down: number): Box =>
    handle === 'start' || handle === 'end'
      ? moveCorner(box, handle, { across, down }, { picture, ratio: ratio() })
      : moveBox(box, across, down, picture)

  for (const handle of frame.querySelectorAll<HTMLElement>('[data-crop-handle]')) {
    const kind = handle.dataset.cropHandle ?? 'move'
    startDrag(handle, (begun) => {
      const box = read()
      const { width } = area.getBoundingClientRect()
      const scale = picture.width / width
      return (event) =>
        write(moved(box, kind, (event.clientX - begun.clientX) * scale, (event.clientY - begun.clientY) * scale))
    })
    handle.addEventListener('keydown', (event) => {
      const [x, y] = directionOf(event.key)
      if (x === 0 && y === 0) return
      event.preventDefault()
      const step = Math.max(1, Math.round(picture.width / 200)) * (event.shiftKey ? LARGE_STEP : 1)
      write(moved(read(), kind, x * step, y * step))
    })
  }
  aspect.addEventListener('change', () => {
    const shape = ratio()
    if (shape !== null) write(shapeBox(read(), shape, picture))
  })
  form.addEventListener('input', (event) => {
    if (event.target !== aspect) show()
  })
  for (const hidden of host.querySelectorAll<HTMLElement>('[data-crop-only]')) hidden.hidden = false
  show()
})

/** Calls the function that `begin` returns for every move of the pointer until it is released. */
function startDrag(handle: HTMLElement, begin: (event: PointerEvent) => (event: PointerEvent) => void): void {
  let drag: ((event: PointerEvent) => void) | null = null
  handle.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    handle.focus()
    handle.setPointerCapture(event.pointerId)
    drag = begin(event)
  })
  handle.addEventListener('pointermove', (event) => drag?.(event))
  const end = (): void => {
    drag = null
  }
  handle.addEventListener('pointerup', end)
  handle.addEventListener('pointercancel', end)
}
