import type { Fit } from './operations.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly x: number
  readonly y: number
}

/** Most important point of a picture: fractions of width and height, from 0 to 1. */
export interface Focus {
  readonly x: number
  readonly y: number
}

export interface Resizing {
  /** The part of the image that is kept. */
  readonly crop: Box
  /** Size to which the kept part is scaled. */
  readonly scaled: Size
  /** Final size of the image: larger than `scaled` if the image is padded. */
  readonly canvas: Size
}

export interface Wanted {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit: Fit
}

/**
 * Plans a new size of an image. `cover` crops to the exact box around the focus, `contain` pads to the exact box,
 * `inside` fits into the box. If only width or height is given, the other follows. Only `cover` and `contain` with both
 * lengths may enlarge.
 */
export function planResize(image: Size, { width, height, fit }: Wanted, focus: Focus = { x: 0.5, y: 0.5 }): Resizing {
  const whole = { x: 0, y: 0, ...image }
  if (width === undefined || height === undefined || fit === 'inside') {
    const scale = Math.min(1, (width ?? Infinity) / image.width, (height ?? Infinity) / image.height)
    const scaled = scaleBy(image, scale)
    return { crop: whole, scaled, canvas: scaled }
  }
  const canvas = { width, height }
  if (fit === 'contain') {
    const scaled = scaleBy(image, Math.min(width / image.width, height / image.height))
    return { crop: whole, scaled, canvas }
  }
  const scale = Math.max(width / image.width, height / image.height)
  const kept = {
    width: Math.min(image.width, Math.max(1, Math.round(width / scale))),
    height: Math.min(image.height, Math.max(1, Math.round(height / scale))),
  }
  const crop = {
    x: around(focus.x, image.width, kept.width),
    y: around(focus.y, image.height, kept.height),
    ...kept,
  }
  return { crop, scaled: canvas, canvas }
}

function scaleBy({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the start of a part of a given length that has the focus in its middle, as far as the image allows. */
function around(focus: number, whole: number, part: number): number {
  return Math.round(Math.min(Math.max(focus * whole - part / 2, 0), whole - part))
}

/** Converts a part of the displayed image to its position among the pixels in the file, which may be rotated. */
export function boxInFile(box: Box, image: Size, orientation: number): Box {
  const { width, height } = sideways(box, orientation)
  const file = sideways(image, orientation)
  const [x, y] = orientation >= 5 ? [box.y, box.x] : [box.x, box.y]
  return {
    x: MIRRORED_X.has(orientation) ? file.width - x - width : x,
    y: MIRRORED_Y.has(orientation) ? file.height - y - height : y,
    width,
    height,
  }
}

/**
 * Orientations whose columns are stored from right to left, and orientations whose rows are stored from bottom to top.
 */
export const MIRRORED_X: ReadonlySet<number> = new Set([2, 3, 7, 8])
export const MIRRORED_Y: ReadonlySet<number> = new Set([3, 4, 6, 7])

/** Converts a size between the file and the display: orientations from 5 on swap width and height. */
export function sideways<S extends Size>(size: S, orientation: number): S {
  return orientation >= 5 ? { ...size, width: size.height, height: size.width } : size
}
