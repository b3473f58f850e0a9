/** Widths of a page in CSS pixels, by device. */
export const WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const
export type Device = keyof typeof WIDTHS

/** State of the preview when it was last used. */
export interface Remembered {
  readonly isOpen: boolean
  readonly device: Device
}

const KEY = 'lintel:preview'

/** Reads the state that the browser stores for all documents. */
export function remembered(): Remembered {
  try {
    const { isOpen, device } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<string, unknown>>
    return { isOpen: isOpen === true, device: isDevice(device) ? device : 'desktop' }
  } catch {
    return { isOpen: false, device: 'desktop' }
  }
}

export function remember(changes: Partial<Remembered>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...changes }))
  } catch {
    // Without storage, the next page begins without a preview.
  }
}

/** Tells whether the form and the page fit side by side. On narrower screens, the page covers the form. */
export function hasRoomBeside(): boolean {
  return matchMedia('(min-width: 64rem)').matches
}

export function isDevice(name: unknown): name is Device {
  return typeof name === 'string' && Object.hasOwn(WIDTHS, name)
}

/** Event on the document that opens the preview, or closes it. */
export const TOGGLE = 'lintel:preview'
