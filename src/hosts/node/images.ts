import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Sharp from 'sharp'
import type { HostImages, HostTransformer } from '../host.ts'

/** Limits of Cloudflare Images: pixels of a picture, and its bytes. */
const MAX_PIXELS = 100_000_000
const MAX_BYTES = 70 * 1024 * 1024
/** Time after which sharp itself ends what it does, in seconds: nobody waits for it any more. */
const TIMEOUT = 30
/** Quality where none is given, 1 to 100. */
const USUAL_QUALITY = 80
/** Effort of AVIF, 0 to 9: one more takes five times as long, for a file that is a tenth smaller (measured at 1 megapixel). */
const EFFORT = 3

type SharpModule = typeof Sharp

/**
 * Loads sharp, if it is installed beside the server or above. It is never part of the server: it brings compiled code
 * for one system.
 * @param folder the server's own, absolute
 * @param onError is told of a sharp that is installed and does not work
 * @returns `null` without sharp
 */
export async function openImages(folder: string, onError: (message: string) => void): Promise<HostImages | null> {
  const sharp = await loadSharp(folder, onError)
  if (sharp === null) return null
  sharp.cache(false) // no picture comes twice
  return { input: (body) => transformer(sharp, body, null) }
}

async function loadSharp(folder: string, onError: (message: string) => void): Promise<SharpModule | null> {
  let path: string
  try {
    path = createRequire(join(folder, 'server.js')).resolve('sharp')
  } catch {
    return null // not installed
  }
  try {
    const { default: sharp }: { readonly default: SharpModule } = await import(pathToFileURL(path).href)
    return sharp
  } catch (error) {
    onError(`sharp is installed and cannot be loaded, so images are made without it: ${error}`)
    return null
  }
}

/** @param width to which a larger picture is made smaller; `null` keeps it as it is */
function transformer(sharp: SharpModule, body: ReadableStream<Uint8Array>, width: number | null): HostTransformer {
  return {
    transform: (change) => transformer(sharp, body, change.width ?? width),
    output: async ({ format, quality = USUAL_QUALITY }) => {
      const bytes = await readAll(body)
      requirePicture(bytes)
      const made = await transform(sharp, bytes, width, format, quality)
      return { response: () => new Response(new Uint8Array(made), { headers: { 'content-type': format } }) }
    },
  }
}

/** Upright, in sRGB, of an animation its first frame, and without what a camera wrote beside it. */
async function transform(
  sharp: SharpModule,
  bytes: Uint8Array,
  width: number | null,
  format: 'image/png' | 'image/avif',
  quality: number,
): Promise<Buffer> {
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  try {
    const picture = sharp(bytes, limits).timeout({ seconds: TIMEOUT }).autoOrient()
    const sized = width === null ? picture : picture.resize({ width, fit: 'inside', withoutEnlargement: true })
    return await (format === 'image/avif' ? sized.avif({ quality, effort: EFFORT }) : sized.png()).toBuffer()
  } catch (cause) {
    throw asImageError(cause)
  }
}

/** Beginnings of what is read: JPEG, PNG, GIF, WebP, AVIF. Whatever else sharp knows stays away from its decoders. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8/, /^RIFF[\s\S]{4}WEBP/, /^[\s\S]{4}ftyp(?:avif|avis|mif1)/]

function requirePicture(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (!SIGNATURES.some((signature) => signature.test(head))) throw new ImagesError(9520, 'no picture of a known format')
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BYTES) throw new ImagesError(9413, `a picture of more than ${MAX_BYTES} bytes`)
  }
  return Buffer.concat(chunks)
}

/** An error with the number that Cloudflare Images gives it. */
class ImagesError extends Error {
  override readonly name = 'ImagesError'
  readonly code: number

  constructor(code: number, message: string, cause?: unknown) {
    super(`IMAGES_TRANSFORM_ERROR ${code}: ${message}`, { cause })
    this.code = code
  }
}

/** What lies at the machine may go well another time; what lies at the picture will not. */
function asImageError(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/timeout|out of memory|unable to (?:write|open)/i.test(message)) return new Error(message, { cause })
  const code = /pixel limit|too large/i.test(message) ? 9413 : 9412
  return new ImagesError(code, message, cause)
}
