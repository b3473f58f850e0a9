const waiting = new Set<() => void>()
let isPressed = false

const release = (): void => {
  isPressed = false
  // The click comes right after this event.
  setTimeout(() => {
    for (const go of waiting) go()
    waiting.clear()
  })
}

document.addEventListener('pointerdown', () => (isPressed = true), { capture: true })
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, { capture: true })
window.addEventListener('blur', release)

/**
 * Resolves once no mouse button or finger is down: at once, or after the click. What comes by itself and moves the rest of
 * the page waits for it: a button that moves away between press and release is not clicked.
 */
export function pointerReleased(): Promise<void> {
  return isPressed ? new Promise((go) => waiting.add(go)) : Promise.resolve()
}
