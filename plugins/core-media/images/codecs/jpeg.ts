import type { Size } from '../geometry.ts'
import { ImageError } from '../image-error.ts'
import { MAX_DECODER_BYTES } from '../limits.ts'
import type { Pixels } from '../pixels.ts'
import type { DecodedImage } from './decoded.ts'
import { readFrame } from './jpeg-frame.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  walloc(length: number): number
  /** Returns the length of the last encoded image, in bytes. */
  wlen(): number
  wfree(address: number, length: number): void
  decode(address: number, length: number, width: number, height: number): number
  decode_width(image: number): number
  decode_height(image: number): number
  /** Returns the colors of an image: 0 for gray; 1 for red, green, blue; 2 for cyan, magenta, yellow, black. */
  decode_format(image: number): number
  decode_buffer(image: number): number
  decode_free(image: number): void
  encode(address: number, width: number, height: number, quality: number): number
}

/** Bytes per pixel, indexed by `decode_format`. */
const DEPTHS = [1, 3, 4] as const
/** Number of result codes that stand for failures of the decoder, not for images. */
const FAILURES = 2

/** Decodes and encodes JPEG in a separate WebAssembly memory, which is freed once nothing refers to it. */
export interface JpegCodec {
  /**
   * Decodes a JPEG, halved in size up to three times, as long as the result is not smaller than `atLeast`.
   * @throws ImageError if the file is damaged, or would need too much memory
   */
  decode(bytes: Uint8Array, atLeast: Size): DecodedImage
  /**
   * Encodes pixels as JPEG.
   * @param quality 1 to 100
   */
  encode(pixels: Pixels, quality: number): Uint8Array
}

export async function openJpegCodec(): Promise<JpegCodec> {
  const { default: module } = await import('imagescript/wasm/any/jpeg.wasm')
  const wasm = new WebAssembly.Instance(module).exports as unknown as Exports // the exports of the module
  const place = (bytes: Uint8Array) => {
    const address = wasm.walloc(bytes.length)
    new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes)
    return address
  }
  return {
    decode: (bytes, atLeast) => {
      requireRoom(bytes, atLeast)
      const image = attempt(() => wasm.decode(place(bytes), bytes.length, atLeast.width, atLeast.height))
      if (image < FAILURES) throw undecodable()
      return describe(wasm, image)
    },
    encode: ({ data, width, height }, quality) => {
      const address = wasm.encode(place(data), width, height, quality)
      const length = wasm.wlen()
      const bytes = new Uint8Array(wasm.memory.buffer, address, length).slice()
      wasm.wfree(address, length)
      return bytes
    },
  }
}

function describe(wasm: Exports, image: number): DecodedImage {
  const [width, height] = [wasm.decode_width(image), wasm.decode_height(image)]
  const depth = DEPTHS[wasm.decode_format(image)] ?? 3
  const start = wasm.decode_buffer(image)
  return {
    width,
    height,
    hasOpacity: false,
    read: ({ x, y, ...part }) => {
      const data = new Uint8Array(part.width * part.height * 4)
      for (let row = 0; row < part.height; row += 1) {
        const from = start + ((y + row) * width + x) * depth
        const line = new Uint8Array(wasm.memory.buffer, from, part.width * depth)
        writeLine(data.subarray(row * part.width * 4), line, depth)
      }
      return data
    },
    free: () => wasm.decode_free(image),
  }
}

function writeLine(data: Uint8Array, line: Uint8Array, depth: (typeof DEPTHS)[number]): void {
  for (let from = 0, to = 0; from < line.length; from += depth, to += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      data[to + channel] = line[depth === 1 ? from : from + channel] ?? 0
    }
    data[to + 3] = depth === 4 ? (line[from + 3] ?? 0) : 255
  }
}

/**
 * Refuses a file if decoding it needs too much memory besides its bytes: coefficients of a progressive file, color
 * planes, and the picture.
 */
function requireRoom(bytes: Uint8Array, atLeast: Size): void {
  const { width, height, isProgressive, samples, components } = readFrame(bytes)
  const pixels = width * height
  const scale =
    [1 / 8, 1 / 4, 1 / 2].find((part) => width * part >= atLeast.width && height * part >= atLeast.height) ?? 1
  const depth = components === 4 ? 4 : 3
  const needed = bytes.length + (isProgressive ? 2 * samples * pixels : 0) + (samples + depth) * pixels * scale ** 2
  if (needed <= MAX_DECODER_BYTES) return
  const [size, room] = [needed, MAX_DECODER_BYTES].map((length) => Math.ceil(length / 1_000_000))
  throw new ImageError(
    `Decoding ${width} by ${height} pixels takes ${size} MB of memory; at most ${room} MB are available.`,
  )
}

function attempt(decode: () => number): number {
  try {
    return decode()
  } catch (error) {
    throw undecodable(error)
  }
}

function undecodable(cause?: unknown): ImageError {
  return new ImageError('The image cannot be decoded: it is damaged, or of an unsupported kind.', { cause })
}
