import type * as Photon from '@cf-wasm/photon'
import { type Box, boxInFile, type Focus, planResize, type Size, sideways } from './geometry.ts'
import { ImageError } from './image-error.ts'
import type { Format, Operation } from './operations.ts'
import { flatten, orient, type Pixels, pad } from './pixels.ts'
import { shrink } from './shrink.ts'

/**
 * Most pixels that are decoded; more are refused by the header alone. The decoder takes about 12 bytes a pixel: 146 MB for a
 * JPEG of 12 megapixels, measured.
 */
export const MAX_PIXELS = 12_500_000
/** Most bytes of a file that is decoded. */
export const MAX_BYTES = 16 * 1024 * 1024
/** Most pixels that are turned, padded or laid on white: these are copied out of the decoder's memory. */
const MAX_COPIED = 5_000_000
/** Most pixels that the decoder's library resizes: it holds 16 bytes for each of those between the two directions. */
const MAX_RESAMPLED = 2_000_000
/** Of JPEG where nobody says another: 1 to 100. */
const QUALITY = 82

export interface SourceImage {
  readonly bytes: Uint8Array
  /** The MIME type. */
  readonly type: string
  /** EXIF, 1 to 8. */
  readonly orientation: number
  readonly focus?: Focus
}

export interface MadeImage extends Size {
  readonly bytes: Uint8Array
  readonly format: Format
}

/** The format that is made of a type where nobody says another. */
export function usualFormat(type: string): Format {
  return type === 'image/jpeg' ? 'jpeg' : type === 'image/webp' ? 'webp' : 'png'
}

/**
 * Makes another image of one: of an animation its first frame. Runs at once from decoding to encoding, so that an isolate
 * never holds two decoded images.
 * @throws ImageError where it cannot be decoded, or is too large for what is asked
 */
export async function transform(source: SourceImage, operations: readonly Operation[]): Promise<MadeImage> {
  const photon = await import('@cf-wasm/photon')
  const canvas = new Canvas(photon, source)
  try {
    for (const operation of operations) STEPS[operation.type](canvas, operation as never, source.focus) // of this type
    return canvas.encode()
  } finally {
    canvas.free()
  }
}

type Step<Type extends Operation['type']> = (
  canvas: Canvas,
  operation: Extract<Operation, { type: Type }>,
  focus: Focus | undefined,
) => void

const STEPS: { readonly [Type in Operation['type']]: Step<Type> } = {
  resize: (canvas, wanted, focus) => {
    const plan = planResize(canvas.size(), wanted, focus)
    canvas.crop(plan.crop)
    canvas.scale(plan.scaled)
    canvas.pad(plan.canvas)
  },
  crop: (canvas, { x, y, width, height }) => {
    const size = canvas.size()
    if (x + width > size.width || y + height > size.height) {
      throw new ImageError(
        `The part to keep lies outside of the image, which has ${size.width} by ${size.height} pixels.`,
      )
    }
    canvas.crop({ x, y, width, height })
  },
  rotate: (canvas, { degrees }) => canvas.turn(TURNS[degrees]),
  compress: (canvas, { quality }) => {
    canvas.quality = quality
  },
  convert: (canvas, { format }) => {
    canvas.format = format
  },
}

/** Turns clockwise, as EXIF orientations. */
const TURNS = { 90: 6, 180: 3, 270: 8 } as const

/** A decoded image in the decoder's memory, its pixels still lying as in the file until they have to be turned. */
class Canvas {
  format: Format
  quality: number | null = null
  private readonly photon: typeof Photon
  private image: Photon.PhotonImage
  private orientation: number
  private hasOpacity: boolean

  constructor(photon: typeof Photon, { bytes, type, orientation }: SourceImage) {
    this.photon = photon
    this.format = usualFormat(type)
    this.orientation = orientation
    this.hasOpacity = type !== 'image/jpeg'
    this.image = decode(photon, bytes)
  }

  /** As displayed. */
  size(): Size {
    return sideways({ width: this.image.get_width(), height: this.image.get_height() }, this.orientation)
  }

  crop(box: Box): void {
    const { width, height } = this.size()
    if (box.width === width && box.height === height) return
    const { x, y, ...part } = boxInFile(box, { width, height }, this.orientation)
    this.replace(this.photon.crop(this.image, x, y, x + part.width, y + part.height))
  }

  scale(size: Size): void {
    const { width, height } = sideways(size, this.orientation)
    const image = { width: this.image.get_width(), height: this.image.get_height() }
    if (width === image.width && height === image.height) return
    const isSmaller = width <= image.width && height <= image.height
    if (isSmaller && image.width * image.height > MAX_RESAMPLED) {
      this.shrink(image, { width, height })
      return
    }
    if (image.width * height > MAX_RESAMPLED || width * height > MAX_RESAMPLED) {
      throw new ImageError(`The image is too large to be made ${width} by ${height} pixels.`)
    }
    this.replace(this.photon.resize(this.image, width, height, this.photon.SamplingFilter.Triangle))
  }

  private shrink(image: Size, target: Size): void {
    const small = shrink(image, target, (first, count) => {
      const strip = this.photon.crop(this.image, 0, first, image.width, first + count)
      try {
        return strip.get_raw_pixels()
      } finally {
        strip.free()
      }
    })
    // Upright at once: these pixels are out of the decoder's memory already.
    this.paint(orient(small, this.orientation))
    this.orientation = 1
  }

  pad(canvas: Size): void {
    const { width, height } = this.size()
    if (canvas.width === width && canvas.height === height) return
    this.turnUpright()
    this.hasOpacity = true
    this.paint(pad(this.pixels(), canvas))
  }

  turn(orientation: number): void {
    this.turnUpright()
    this.paint(orient(this.pixels(), orientation))
  }

  encode(): MadeImage {
    this.turnUpright()
    if (this.format === 'jpeg' && this.hasOpacity) this.paint(flatten(this.pixels()))
    const size = this.size()
    return { ...size, format: this.format, bytes: this.bytes() }
  }

  free(): void {
    this.image.free()
  }

  private bytes(): Uint8Array {
    if (this.format === 'jpeg') return this.image.get_bytes_jpeg(this.quality ?? QUALITY)
    if (this.quality !== null && this.quality < 100) {
      throw new ImageError(`Only JPEG is compressed by quality here; ${this.format} keeps every pixel.`)
    }
    return this.format === 'png' ? this.image.get_bytes() : this.image.get_bytes_webp()
  }

  private turnUpright(): void {
    if (this.orientation <= 1) return
    const { orientation } = this
    this.orientation = 1
    this.paint(orient(this.pixels(), orientation))
  }

  private pixels(): Pixels {
    const size = { width: this.image.get_width(), height: this.image.get_height() }
    if (size.width * size.height > MAX_COPIED) {
      throw new ImageError(
        `Only images of at most ${MAX_COPIED} pixels are turned, padded or laid on white: resize it first.`,
      )
    }
    return { ...size, data: this.image.get_raw_pixels() }
  }

  private paint({ data, width, height }: Pixels): void {
    this.replace(new this.photon.PhotonImage(data, width, height))
  }

  private replace(image: Photon.PhotonImage): void {
    this.image.free()
    this.image = image
  }
}

function decode({ PhotonImage }: typeof Photon, bytes: Uint8Array): Photon.PhotonImage {
  try {
    return PhotonImage.new_from_byteslice(bytes)
  } catch (error) {
    throw new ImageError('The image cannot be decoded: it is damaged, or of a kind that is not known here.', {
      cause: error,
    })
  }
}
