import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Sharp from 'sharp'
import type { HostImages, HostTransformer } from '../host.ts'

/** Limits of Cloudflare Images: pixels of a picture, and bytes. */
const MAX_PIXELS = 100_000_000
const MAX_BYTES = 70 * 1024 * 1024
/** Seconds after which sharp aborts an operation, because nobody waits for the result anymore. */
const TIMEOUT = 30
/** Default quality, 1 to 100. */
const USUAL_QUALITY = 80
/**
 * Effort for AVIF, 0 to 9. One step more takes five times as long, and makes the file 10 % smaller (measured at 1
 * megapixel).
 */
const EFFORT = 3

type SharpModule = typeof Sharp

/**
 * Finds sharp, if it is installed beside the server or in a folder above. It is not part of the server, because it
 * contains binaries for one system. It is loaded with the first picture, which takes a tenth of a second and 28 MB.
 * @param folder absolute path of the server's folder
 * @param onError called if sharp is installed but does not work
 * @returns `null` without sharp
 */
export function openImages(folder: string, onError: (message: string) => void): HostImages | null {
  const path = findSharp(folder)
  if (path === null) return null
  let loaded: Promise<SharpModule> | undefined
  const load = () => {
    loaded ??= loadSharp(path, onError)
    return loaded
  }
  return { input: (body) => transformer(load, body, null) }
}

function findSharp(folder: string): string | null {
  try {
    return createRequire(join(folder, 'server.js')).resolve('sharp')
  } catch {
    return null // sharp is not installed
  }
}

async function loadSharp(path: string, onError: (message: string) => void): Promise<SharpModule> {
  try {
    const { default: sharp }: { readonly default: SharpModule } = await import(pathToFileURL(path).href)
    sharp.cache(false) // each picture is processed only once
    return sharp
  } catch (error) {
    onError(`sharp is installed but cannot be loaded. Install it again, or remove it: ${error}`)
    throw error
  }
}

/**
 * Makes a transformer for a picture.
 * @param width maximum width, to which larger pictures are scaled down; `null` keeps the size
 */
function transformer(
  load: () => Promise<SharpModule>,
  body: ReadableStream<Uint8Array>,
  width: number | null,
): HostTransformer {
  return {
    transform: (change) => transformer(load, body, change.width ?? width),
    output: async ({ format, quality = USUAL_QUALITY }) => {
      const bytes = await readAll(body)
      requirePicture(bytes)
      const made = await transform(await load(), bytes, width, format, quality)
      return { response: () => new Response(new Uint8Array(made), { headers: { 'content-type': format } }) }
    },
  }
}

/**
 * Converts a picture. The result is upright, in sRGB, and without the camera's metadata; of an animation, it is the
 * first frame.
 */
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

/** First bytes of the accepted formats: JPEG, PNG, GIF, WebP, AVIF. Other formats never reach sharp's decoders. */
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

/** An error with the number that Cloudflare Images uses for it. */
class ImagesError extends Error {
  override readonly name = 'ImagesError'
  readonly code: number

  constructor(code: number, message: string, cause?: unknown) {
    super(`IMAGES_TRANSFORM_ERROR ${code}: ${message}`, { cause })
    this.code = code
  }
}

/** Converts an error to an `ImagesError`, unless the machine caused it, so that a retry may succeed. */
function asImageError(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/timeout|out of memory|unable to (?:write|open)/i.test(message)) return new Error(message, { cause })
  const code = /pixel limit|too large/i.test(message) ? 9413 : 9412
  return new ImagesError(code, message, cause)
}
