/** `lintel/client/image`: addresses of images in other sizes and formats. */
import type { MediaItem } from './media-item.ts'

/** An item of the media library, or a reference that is populated with one. */
export type ImageSource = Pick<MediaItem, 'url'>

/** An image that also has a width, from which a `srcset` can be made. */
export type ScaledSource = Pick<MediaItem, 'url' | 'width'>

/**
 * A populated reference: an item, no value, or an id if the reader may not see the item. Excludes references that are
 * not populated.
 */
export type Populatable<Item, Source> = [Extract<Item, Source>] extends [never]
  ? 'this is an id: add the reference to `populate`'
  : Item

type NoImage = string | null | undefined

/** The type of an image's address: `undefined` if there is no image. */
type Address<Item, Found> = Item extends ImageSource | FocusedSource ? Found : undefined

export interface ImageOptions {
  /**
   * Width in pixels. Without a height, one of the service's `imageSizes`; with a height, a box declared in its
   * `imageCrops`. Any other box needs a token with the permission to upload. At least one of width and height is
   * required.
   */
  readonly width?: number
  readonly height?: number
  /**
   * Way in which the image fills a box: `cover` crops, `contain` pads, `inside` scales down to fit. Default `cover`.
   */
  readonly fit?: 'cover' | 'contain' | 'inside'
  /** Format of the result. Default: JPEG for JPEG, WebP for WebP, otherwise PNG. */
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif'
  /**
   * The address of the service: `https://cms.example.com`, with or without a path. Required on pages of another origin,
   * unless the service has a CDN domain, because `url` is then a path. Absolute addresses are not changed.
   */
  readonly baseUrl?: string
}

/** Widths that a service allows by default. */
const WIDTHS: readonly number[] = [160, 320, 640, 960, 1280, 1920]

/**
 * Returns the address of an image in another size or format, with the same origin as its `url`, or below `baseUrl`. The
 * signature of a private image is kept. Without any option, it is the address of the file. Returns `undefined` for an
 * empty reference, and for an id, which stands for an item that you may not see.
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

/** Matches files that can be scaled. Videos have a width, too, but cannot. */
const SCALED = /\.(?:jpg|png|webp|gif)(?:\?|$)/

export interface SrcsetOptions extends Pick<ImageOptions, 'format' | 'baseUrl'> {
  /** Widths to offer. Default 160, 320, 640, 960, 1280 and 1920. */
  readonly widths?: readonly number[]
}

/**
 * Makes the `srcset` of an `<img>`: the widths below the image's own, and the next larger one. Returns `undefined` if
 * the item is not an image with a known width, or you may not see it.
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
  const chosen = last === -1 ? sorted : sorted.slice(0, last + 1)
  return chosen
    .map((candidate) => `${imageUrl(item, { ...options, width: candidate })} ${Math.min(candidate, width)}w`)
    .join(', ')
}

/** An image that also has a focal point. */
export type FocusedSource = Pick<MediaItem, 'focalPoint'>

/**
 * Returns the `object-position` that keeps the focal point visible when CSS crops the image (`object-fit: cover`): `33%
 * 20%`. `undefined` without a focal point, or without an image that you may see.
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

/** The functions of this module for one base address. */
export interface Images {
  readonly imageUrl: typeof imageUrl
  readonly srcset: typeof srcset
}

/**
 * Returns `imageUrl` and `srcset` for one service, for pages of another origin.
 * ```ts
 * const { imageUrl, srcset } = images({ baseUrl: 'https://cms.example.com' })
 * ```
 * @param base a client, or an object with only `baseUrl`
 */
export function images({ baseUrl }: { readonly baseUrl: string }): Images {
  return {
    // TypeScript does not infer overloads: the arguments are passed on unchanged.
    imageUrl: ((item: ImageSource, options?: ImageOptions) =>
      imageUrl(item, { baseUrl, ...options })) as Images['imageUrl'],
    srcset: ((item: ScaledSource, options?: SrcsetOptions) =>
      srcset(item, { baseUrl, ...options })) as Images['srcset'],
  }
}
