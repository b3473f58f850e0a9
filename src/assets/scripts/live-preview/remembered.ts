/** Widths of a page in CSS pixels, by the device that they stand for. */
export const WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const
export type Device = keyof typeof WIDTHS

/** State in which a reader left the preview. */
export interface Remembered {
  readonly isOpen: boolean
  readonly device: Device
}

const KEY = 'lintel:preview'

/** Kept by the browser, for all documents. */
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
    // The browser keeps nothing; the next page begins without a preview.
  }
}

/** Tells whether form and page fit side by side; on narrower screens the page lies over the form. */
export function hasRoomBeside(): boolean {
  return matchMedia('(min-width: 64rem)').matches
}

export function isDevice(name: unknown): name is Device {
  return typeof name === 'string' && Object.hasOwn(WIDTHS, name)
}
