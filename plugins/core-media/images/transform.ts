import { Canvas, type MadeImage } from './canvas.ts'
import type { DecodedImage } from './codecs/decoded.ts'
import { type JpegCodec, openJpegCodec } from './codecs/jpeg.ts'
import { readFrame } from './codecs/jpeg-frame.ts'
import { decode, isJpeg } from './decode.ts'
import type { Encode, Encoders } from './encoders.ts'
import { type Box, boxInFile, type Focus, planResize, type Resizing, type Size, sideways } from './geometry.ts'
import { ImageError } from './image-error.ts'
import { MAX_CANVAS } from './limits.ts'
import type { Format, Operation } from './operations.ts'
import { orient, type Pixels } from './pixels.ts'
import { shrink } from './shrink.ts'

export type { MadeImage } from './canvas.ts'

export interface SourceImage {
  readonly bytes: Uint8Array
  /** The MIME type of the original. */
  readonly type: string
  /** Orientation in EXIF, 1 to 8. */
  readonly orientation: number
  readonly focus?: Focus
}

/** Returns the default format of images made from a type. */
export function usualFormat(type: string): Format {
  return type === 'image/jpeg' ? 'jpeg' : type === 'image/webp' ? 'webp' : 'png'
}

/** Returns the format of the image that operations make from a file of a type. */
export function formatMade(type: string, operations: readonly Operation[]): Format {
  return operations.reduce<Format>(
    (format, operation) => (operation.type === 'convert' ? operation.format : format),
    usualFormat(type),
  )
}

/**
 * Makes a new image from another one; from an animation, its first frame is used.
 * @param atMost number of bytes that the result should have at most, unless a quality was requested
 * @throws ImageError if the image cannot be decoded, or is too large for the operations
 */
export async function transform(
  source: SourceImage,
  operations: readonly Operation[],
  encoders: Encoders,
  atMost?: number,
): Promise<MadeImage> {
  const { canvas, encode } = await prepare(source, operations, encoders)
  return canvas.encode(encode, atMost)
}

/**
 * Does everything except encoding. Only JPEG is encoded by the module that also decodes: for other formats, that
 * module's memory can be freed.
 */
async function prepare(source: SourceImage, operations: readonly Operation[], encoders: Encoders) {
  const jpeg = await openJpegCodec()
  const { canvas, left } = await begin(jpeg, source, operations)
  for (const operation of left) await STEPS[operation.type](canvas, operation as never, source.focus) // an operation of that type
  const { format } = canvas
  return { canvas, encode: format === 'jpeg' ? encodeJpeg(jpeg) : encoders[format] }
}

function encodeJpeg(jpeg: JpegCodec): Encode {
  return async (pixels, quality) => jpeg.encode(pixels, quality)
}

/**
 * Decodes the image. If the first operation reduces the image, the image is reduced while its pixels are read from the
 * decoder's memory, strip by strip, so that a large picture is never in memory twice.
 */
async function begin(jpeg: JpegCodec, source: SourceImage, operations: readonly Operation[]) {
  const { bytes, type, orientation, focus } = source
  const [first, ...rest] = operations
  const file = isJpeg(bytes) ? readFrame(bytes) : null
  const shown = file && sideways({ width: file.width, height: file.height }, orientation)
  const early = shown && planOf(first, shown, focus)
  const decoded = await decode(jpeg, bytes, file && early ? sizeWanted(file, early) : (file ?? { width: 0, height: 0 }))
  try {
    const original = shown ?? sideways({ width: decoded.width, height: decoded.height }, orientation)
    const plan = early ?? planOf(first, original, focus)
    const canvas = (pixels: Pixels) => new Canvas(orient(pixels, orientation), usualFormat(type), decoded.hasOpacity)
    if (plan === null) return { canvas: canvas(readWhole(decoded)), left: operations }
    const made = canvas(readPart(decoded, original, plan, orientation))
    await made.scale(plan.scaled)
    made.pad(plan.canvas)
    return { canvas: made, left: rest }
  } finally {
    decoded.free()
  }
}

/**
 * Plans the first operation on an image as displayed; returns `null` unless it crops the image, or resizes it without
 * enlarging it.
 */
function planOf(first: Operation | undefined, image: Size, focus: Focus | undefined): Resizing | null {
  if (first?.type === 'crop') {
    requireWithin(image, first)
    const { width, height } = first
    return { crop: first, scaled: { width, height }, canvas: { width, height } }
  }
  if (first?.type !== 'resize') return null
  const plan = planResize(image, first, focus)
  const isSmaller = plan.scaled.width <= plan.crop.width && plan.scaled.height <= plan.crop.height
  return isSmaller ? plan : null
}

/** Returns the minimum size of the whole image at which the kept part is large enough. */
function sizeWanted({ width, height }: Size, { crop, scaled }: Resizing): Size {
  const scale = Math.max(scaled.width / crop.width, scaled.height / crop.height)
  return {
    width: Math.min(width, Math.ceil(width * scale) + 1),
    height: Math.min(height, Math.ceil(height * scale) + 1),
  }
}

function readWhole(decoded: DecodedImage): Pixels {
  const { width, height } = decoded
  if (width * height > MAX_CANVAS) {
    throw new ImageError(
      `Only images of at most ${MAX_CANVAS} pixels can be processed at full size: resize the image first.`,
    )
  }
  return { width, height, data: decoded.read({ x: 0, y: 0, width, height }) }
}

/** Reads the kept part, at its new size if the decoded image is large enough, with the orientation of the file. */
function readPart(decoded: DecodedImage, original: Size, { crop, scaled }: Resizing, orientation: number): Pixels {
  const box = scaleBox(boxInFile(crop, original, orientation), sideways(original, orientation), decoded)
  const size = sideways(scaled, orientation)
  const target = { width: Math.min(size.width, box.width), height: Math.min(size.height, box.height) }
  if (target.width * target.height > MAX_CANVAS) {
    throw new ImageError(
      `An image of ${scaled.width} by ${scaled.height} pixels is too large: at most ${MAX_CANVAS} pixels are possible.`,
    )
  }
  return shrink(box, target, (row, count) => decoded.read({ ...box, y: box.y + row, height: count }))
}

/** Converts a part of a file to its position in the decoded image, which may be smaller. */
function scaleBox(box: Box, file: Size, { width, height }: Size): Box {
  if (file.width === width && file.height === height) return box
  const [across, down] = [width / file.width, height / file.height]
  const [x, y] = [Math.round(box.x * across), Math.round(box.y * down)]
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(box.width * across))),
    height: Math.max(1, Math.min(height - y, Math.round(box.height * down))),
  }
}

type Step<Type extends Operation['type']> = (
  canvas: Canvas,
  operation: Extract<Operation, { type: Type }>,
  focus: Focus | undefined,
) => void | Promise<void>

const STEPS: { readonly [Type in Operation['type']]: Step<Type> } = {
  resize: (canvas, step, focus) => canvas.resize(planResize(canvas.size(), step, focus)),
  crop: (canvas, box) => {
    requireWithin(canvas.size(), box)
    canvas.crop(box)
  },
  rotate: (canvas, { degrees }) => canvas.turn(TURNS[degrees]),
  compress: (canvas, { quality }) => {
    canvas.quality = quality
  },
  convert: (canvas, { format }) => {
    canvas.format = format
  },
}

/** EXIF orientations of clockwise rotations. */
const TURNS = { 90: 6, 180: 3, 270: 8 } as const

/**
 * Checks that a part is inside the image.
 * @throws ImageError if it is outside
 */
function requireWithin({ width, height }: Size, box: Box): void {
  if (box.x + box.width <= width && box.y + box.height <= height) return
  throw new ImageError(`The part to keep lies outside the image, which has ${width} by ${height} pixels.`)
}
