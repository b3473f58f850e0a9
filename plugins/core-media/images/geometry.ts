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
  /** Size to which that part is scaled. */
  readonly scaled: Size
  /** The image's size afterwards: larger than `scaled` where it is padded on all sides. */
  readonly canvas: Size
}

export interface Wanted {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit: Fit
}

/**
 * Plans the new size of an image. `cover` crops to the exact box around the focus, `contain` pads to the exact box,
 * `inside` fits into the box. With one length the other follows. Only `cover` and `contain` with both ever enlarge.
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

/** Beginning of a part of this length, so that the focus is in its middle, as far as the image reaches. */
function around(focus: number, whole: number, part: number): number {
  return Math.round(Math.min(Math.max(focus * whole - part / 2, 0), whole - part))
}

/** Position of a part of the image as displayed among pixels that are turned. */
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

/** Orientations whose columns are read from the right, and whose rows are read from below. */
export const MIRRORED_X: ReadonlySet<number> = new Set([2, 3, 7, 8])
export const MIRRORED_Y: ReadonlySet<number> = new Set([3, 4, 6, 7])

/**
 * Sizes as they lie in a file whose pixels are turned: orientations from 5 on lie on their side.
 */
export function sideways<S extends Size>(size: S, orientation: number): S {
  return orientation >= 5 ? { ...size, width: size.height, height: size.width } : size
}
