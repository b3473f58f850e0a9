import { behaviour } from '../behaviours/behaviour.ts'
import { followPoint, showPoint } from './point.ts'

/**
 * The picture on a file's page: a click, a drag or the arrow keys set the focal point, which two number inputs contain.
 */
behaviour('[data-media-focal]', (host) => {
  const point = host.querySelector<HTMLElement>('[data-focal-point]')
  const fields = document.querySelector<HTMLElement>('[data-focal-fields]')
  const across = fields?.querySelector<HTMLInputElement>('[name=focalX]')
  const down = fields?.querySelector<HTMLInputElement>('[name=focalY]')
  const clear = fields?.querySelector<HTMLElement>('[data-focal-clear]')
  if (!point || !across || !down) return
  const read = (): readonly [number, number] | null =>
    across.value === '' && down.value === '' ? null : [Number(across.value || 50), Number(down.value || 50)]
  const show = (): void => {
    point.hidden = false
    const isSet = across.value !== '' && down.value !== ''
    showPoint(point, read())
    point.style.opacity = isSet ? '1' : '0.5'
    if (clear) clear.hidden = !isSet
  }
  followPoint(host, point, {
    read,
    write: (x, y) => {
      across.value = String(x)
      down.value = String(y)
      show()
    },
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
