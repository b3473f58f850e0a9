const waiting = new Set<() => void>()
let isPressed = false

const release = (): void => {
  isPressed = false
  // The click follows this event immediately.
  setTimeout(() => {
    for (const go of waiting) go()
    waiting.clear()
  })
}

document.addEventListener('pointerdown', () => (isPressed = true), { capture: true })
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, { capture: true })
window.addEventListener('blur', release)

/**
 * Resolves once no mouse button or finger is down: at once, or after the click. Changes that move other parts of the
 * page wait for it, because a button that moves between press and release receives no click.
 */
export function pointerReleased(): Promise<void> {
  return isPressed ? new Promise((go) => waiting.add(go)) : Promise.resolve()
}
