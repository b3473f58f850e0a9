/** `lintel/client/image`: addresses of images in other sizes and formats. */
import type { MediaItem } from './media-item.ts'

/** An item of the media library, or a reference that is populated with one. */
export type ImageSource = Pick<MediaItem, 'url'>

/** The same with a width, from which a `srcset` can be made. */
export type ScaledSource = Pick<MediaItem, 'url' | 'width'>

/**
 * A populated reference: an item, no value, or an id where the item is not for the reader. A reference that is not
 * populated is not among them.
 */
export type Populatable<Item, Source> = [Extract<Item, Source>] extends [never]
  ? 'this is an id: name the reference in `populate`'
  : Item

type NoImage = string | null | undefined

/** An address for an image, none for none. */
type Address<Item, Found> = Item extends ImageSource | FocusedSource ? Found : undefined

export interface ImageOptions {
  /**
   * In pixels: alone, one of `imageSizes` of the service; with `height`, a box that its `imageCrops` declare. Other boxes are
   * for callers with a token that may upload. At least one of the two.
   */
  readonly width?: number
  readonly height?: number
  /** With both: `cover` crops, `contain` pads, `inside` fits into the box. Default `cover`. */
  readonly fit?: 'cover' | 'contain' | 'inside'
  /** Default: JPEG of JPEG, WebP of WebP, else PNG. */
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif'
  /**
   * The address of the service: `https://cms.example.com`, with or without a path. Needed by pages of another origin,
   * as long as the
   * service has no CDN domain: `url` is then a path. An address that names its origin stays there.
   */
  readonly baseUrl?: string
}

/** Widths that a service allows where its settings say nothing else. */
const WIDTHS: readonly number[] = [160, 320, 640, 960, 1280, 1920]

/**
 * The address of an image in another size or format, below the same origin as its `url`, or below `baseUrl`. A private
 * image's signature goes with it. Without a size or a format it is the address of the file. `undefined` where there is
 * no image, or none that you may see.
 */
export function imageUrl<Item extends ImageSource | NoImage>(
  item: Populatable<Item, ImageSource> & Item,
  options?: ImageOptions,
): Address<Item, string>
export function imageUrl(item: ImageSource | NoImage, options: ImageOptions = {}): string | undefined {
  if (!item || typeof item === 'string') return undefined
  const { baseUrl, width: w, height: h, fit, format } = options
  const url = absolute(item.url, baseUrl)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ w, h, fit, format })) {
    if (value !== undefined) query.set(name, String(value))
  }
  if (`${query}` === '') return url
  const [path = '', signed] = url.split('?', 2)
  return `${path.replace('/media/serve/', '/images/')}?${query}${signed === undefined ? '' : `&${signed}`}`
}

function absolute(url: string, baseUrl = ''): string {
  return url.startsWith('/') ? baseUrl.replace(/\/+$/, '') + url : url
}

/** Matches files that have variants: films have a width, too. */
const SCALED = /\.(?:jpg|png|webp|gif)(?:\?|$)/

export interface SrcsetOptions extends Pick<ImageOptions, 'format' | 'baseUrl'> {
  /** Default 160, 320, 640, 960, 1280 and 1920. */
  readonly widths?: readonly number[]
}

/**
 * Makes the `srcset` of an `<img>`: the image in every width up to its own, and the next one above. `undefined` where the
 * item is no image that says how wide it is, or there is none that you may see.
 */
export function srcset<Item extends ScaledSource | NoImage>(
  item: Populatable<Item, ScaledSource> & Item,
  options?: SrcsetOptions,
): Address<Item, string | undefined>
export function srcset(
  item: ScaledSource | NoImage,
  { widths = WIDTHS, ...options }: SrcsetOptions = {},
): string | undefined {
  if (!item || typeof item === 'string') return undefined
  const { url, width } = item
  if (width === null || !SCALED.test(url)) return undefined
  const sorted = [...widths].sort((a, b) => a - b)
  const last = sorted.findIndex((candidate) => candidate >= width)
  const wanted = last === -1 ? sorted : sorted.slice(0, last + 1)
  return wanted
    .map((candidate) => `${imageUrl(item, { ...options, width: candidate })} ${Math.min(candidate, width)}w`)
    .join(', ')
}

/** The same with a focal point. */
export type FocusedSource = Pick<MediaItem, 'focalPoint'>

/**
 * The `object-position` of an image that CSS crops (`object-fit: cover`), so that its focal point stays visible:
 * `33% 20%`. `undefined` where none is set, or there is no image that you may see.
 */
export function objectPosition<Item extends FocusedSource | NoImage>(
  item: Populatable<Item, FocusedSource> & Item,
): Address<Item, string | undefined>
export function objectPosition(item: FocusedSource | NoImage): string | undefined {
  if (!item || typeof item === 'string' || item.focalPoint === null) return undefined
  const { x, y } = item.focalPoint
  return `${percent(x)} ${percent(y)}`
}

function percent(part: number): string {
  return `${Math.round(part * 1000) / 10}%`
}

/** The functions of this module, below one address. */
export interface Images {
  readonly imageUrl: typeof imageUrl
  readonly srcset: typeof srcset
}

/**
 * `imageUrl` and `srcset` below the address of a service, for pages of another origin.
 * ```ts
 * const { imageUrl, srcset } = images({ baseUrl: 'https://cms.example.com' })
 * ```
 * @param base a client, or `baseUrl` alone
 */
export function images({ baseUrl }: { readonly baseUrl: string }): Images {
  return {
    // Overloads are not inferred: what goes in is handed on.
    imageUrl: ((item: ImageSource, options?: ImageOptions) =>
      imageUrl(item, { baseUrl, ...options })) as Images['imageUrl'],
    srcset: ((item: ScaledSource, options?: SrcsetOptions) =>
      srcset(item, { baseUrl, ...options })) as Images['srcset'],
  }
}
