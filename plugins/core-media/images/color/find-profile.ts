import { readFrame } from '../codecs/jpeg-frame.ts'
import type { ColorSpace } from './icc-profile.ts'

/** Color information in an image's file. */
export interface FileColors {
  readonly space: ColorSpace
  /** The ICC profile; `null` if there is none. */
  readonly profile: Uint8Array | null
}

/** Maximum length of a profile that is read, in bytes: press profiles are up to 3 MB in size. */
const MAX_PROFILE = 4 * 1024 * 1024

/** Finds the color space and the ICC profile of a JPEG, PNG or WebP; files of other types are sRGB. */
export async function findColors(bytes: Uint8Array): Promise<FileColors> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.byteLength < 16 ? 0 : view.getUint32(0)
  if (kind >>> 16 === 0xffd8) return { space: SPACES[readFrame(bytes).components] ?? 'rgb', profile: ofJpeg(view) }
  if (kind === PNG) return { space: isGray(view) ? 'gray' : 'rgb', profile: await ofPng(view) }
  return { space: 'rgb', profile: kind === RIFF ? ofWebp(view) : null }
}

const PNG = 0x89504e47
const RIFF = 0x52494646
/** Color spaces of JPEGs by the number of components. Any other number means RGB. */
const SPACES: { readonly [components: number]: ColorSpace } = { 1: 'gray', 4: 'cmyk' }

/**
 * Reads the profile of a JPEG, which consists of numbered pieces, since a segment holds at most 64 KB (ICC.1:2022,
 * annex B.4).
 */
function ofJpeg(view: DataView): Uint8Array | null {
  const pieces: Uint8Array[] = []
  for (let at = 2; at + 18 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === SCAN) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (marker === APP2 && length > 16 && textAt(view, at + 4, NAME.length) === NAME) {
      pieces[view.getUint8(at + 16)] = bytesAt(view, at + 18, length - 16)
    }
    at += 2 + length
  }
  const found = pieces.filter((piece) => piece !== undefined)
  return found.length === 0 ? null : concat(found)
}

const SCAN = 0xda
const APP2 = 0xe2
const NAME = 'ICC_PROFILE\0'

/** Tells whether a PNG is gray: color type 0, or 4, which has opacity. */
function isGray(view: DataView): boolean {
  return view.byteLength > 25 && [0, 4].includes(view.getUint8(25))
}

/** Reads the profile of a PNG: a name, a zero, the method, then the deflated profile (PNG, third edition, iCCP). */
async function ofPng(view: DataView): Promise<Uint8Array | null> {
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const [length, type] = [view.getUint32(at), textAt(view, at + 4, 4)]
    if (type === 'IDAT') return null
    if (type === 'iCCP') {
      const chunk = bytesAt(view, at + 8, length)
      return inflate(chunk.subarray(chunk.indexOf(0) + 2))
    }
    at += 12 + length
  }
  return null
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const inflated = new Blob([bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
    for await (const piece of inflated) {
      length += piece.length
      if (length > MAX_PROFILE) return null
      pieces.push(piece)
    }
  } catch {
    return null // a damaged profile counts as no profile
  }
  return concat(pieces)
}

function ofWebp(view: DataView): Uint8Array | null {
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [type, length] = [textAt(view, at, 4), view.getUint32(at + 4, true)]
    if (type === 'ICCP') return bytesAt(view, at + 8, length)
    if (type.startsWith('VP8 ') || type.startsWith('VP8L')) return null
    at += 8 + length + (length % 2)
  }
  return null
}

function bytesAt(view: DataView, offset: number, length: number): Uint8Array {
  const room = Math.max(0, Math.min(length, view.byteLength - offset, MAX_PROFILE))
  return new Uint8Array(view.buffer, view.byteOffset + offset, room)
}

function textAt(view: DataView, offset: number, length: number): string {
  return String.fromCharCode(...bytesAt(view, offset, length))
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
