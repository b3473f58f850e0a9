import type { Facts } from './facts.ts'
import type { Gathered } from './steps.ts'

const ORIENTATION = 0x0112
const SHORT = 3

/**
 * Returns the orientation in an EXIF block, which begins with the TIFF header, as 2 to 8; `undefined` for an upright
 * picture, or a block without orientation.
 */
export function readOrientation(tiff: Uint8Array): number | undefined {
  if (tiff.length < 14) return undefined
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const little = order === 0x4949
  const directory = view.getUint32(4, little)
  if (view.getUint16(2, little) !== 42 || directory + 2 > tiff.length) return undefined
  const count = Math.min(view.getUint16(directory, little), Math.floor((tiff.length - directory - 2) / 12))
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (view.getUint16(entry, little) !== ORIENTATION || view.getUint16(entry + 2, little) !== SHORT) continue
    const value = view.getUint16(entry + 8, little)
    return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

/** Returns an EXIF block that contains only the orientation: 26 bytes. */
export function writeOrientation(orientation: number): Uint8Array {
  const bytes = new Uint8Array(26)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x4d4d)
  view.setUint16(2, 42)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, ORIENTATION)
  view.setUint16(12, SHORT)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return bytes
}

/** Returns the facts with width and height as displayed: orientations from 5 on swap them. */
export function turned({ width, height, orientation = 1, duration }: Gathered): Facts {
  const isOnItsSide = orientation >= 5
  return {
    ...(width && height ? { width: isOnItsSide ? height : width, height: isOnItsSide ? width : height } : {}),
    ...(orientation === 1 ? {} : { orientation }),
    ...(duration === undefined ? {} : { duration }),
  }
}
