import type { MediaItem } from './media-item.ts'

export interface ImageOptions {
  /** In pixels; like `height` one of the sizes that the service allows. At least one of the two. */
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
 * image's signature goes with it. Without a size or a format it is the address of the file.
 */
export function imageUrl(item: Pick<MediaItem, 'url'>, options: ImageOptions = {}): string {
  const { width, height, fit, format, baseUrl } = options
  const url = absolute(item.url, baseUrl)
  if ([width, height, fit, format].every((value) => value === undefined)) return url
  const [path = '', signed] = url.split('?', 2)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ w: width, h: height, fit, format })) {
    if (value !== undefined) query.set(name, String(value))
  }
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
 * Makes the `srcset` of an `<img>`: the image in every width up to its own, and the next one above. Empty where the
 * item is no
 * image that says how wide it is.
 */
export function srcset(
  item: Pick<MediaItem, 'url' | 'width'>,
  { widths = WIDTHS, ...options }: SrcsetOptions = {},
): string {
  const { url, width } = item
  if (width === null || !SCALED.test(url)) return ''
  const sorted = [...widths].sort((a, b) => a - b)
  const last = sorted.findIndex((candidate) => candidate >= width)
  const wanted = last === -1 ? sorted : sorted.slice(0, last + 1)
  return wanted
    .map((candidate) => `${imageUrl(item, { ...options, width: candidate })} ${Math.min(candidate, width)}w`)
    .join(', ')
}
