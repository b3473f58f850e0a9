import { escapeHtml } from 'lintel/importing'
import { sourceFileAddress } from '../file-address.ts'
import { openTag } from '../html/rewrite-html.ts'
import type { LeftOut } from '../left-out.ts'
import type { Survey } from './survey.ts'

/** Pattern of `[name attributes]` and `[/name]`. */
const SHORTCODE = /\[(\/?)([a-z][\w-]*)((?:[\s=][^[\]]*)?)\]/gi

/** Replaces the shortcodes that are built into WordPress. Shortcodes of plugins stay as text, and are counted. */
export function replaceShortcodes(content: string, found: Survey, leftOut: LeftOut): string {
  if (!content.includes('[')) return content
  const closed = new Set([...content.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name = '']) => name.toLowerCase()))
  let written = ''
  let done = 0
  for (const match of content.matchAll(SHORTCODE)) {
    if (match.index < done) continue // inside a shortcode that was already replaced
    const [tag, slash = '', word = '', attributes = ''] = match
    const name = word.toLowerCase()
    if (content[match.index - 1] === '[' && content[match.index + tag.length] === ']') {
      // A shortcode in double brackets is shown as text, and not replaced.
      written += content.slice(done, match.index - 1) + tag
      done = match.index + tag.length + 1
      continue
    }
    if (slash === '/') continue
    const end = ENCLOSING.has(name) && closed.has(name) ? content.indexOf(`[/${name}]`, match.index + tag.length) : -1
    if (end === -1 && ENCLOSING.has(name)) closed.delete(name) // no later shortcode of this name has an end, either
    const inner = end === -1 ? '' : content.slice(match.index + tag.length, end)
    const replace = Object.hasOwn(REPLACED, name) ? REPLACED[name] : undefined
    const html = replace?.(readAttributes(attributes), inner, found)
    if (html === undefined) {
      if (isShortcode(name, attributes, closed))
        leftOut.add(`shortcode [${name}], kept as text`, `shortcodes [${name}], kept as text`)
      continue
    }
    written += content.slice(done, match.index) + html
    done = end === -1 ? match.index + tag.length : end + name.length + 3
  }
  return written + content.slice(done)
}

/** Shortcodes that enclose content. */
const ENCLOSING = new Set(['caption', 'wp_caption', 'embed', 'audio', 'video'])

/**
 * Tells whether text in brackets is a shortcode: it has attributes, an address or an end, a name with `_` or `-`, or a
 * common name.
 */
function isShortcode(name: string, attributes: string, closed: ReadonlySet<string>): boolean {
  return /\s[\w-]+=|^[\s=]+https?:\/\//.test(attributes) || closed.has(name) || /[_-]/.test(name) || COMMON.has(name)
}

/** Common shortcodes of WordPress, WordPress.com and widespread plugins that may have no attributes. */
const COMMON = new Set(
  (
    'audio caption embed gallery playlist video archives blogvideo cartodb foursquare getty googlemaps instagram jetpack polldaddy ' +
    'recipe scribd sitemap slideshare slideshow soundcloud spotify ted toc tweet twitter vimeo wpvideo youtube'
  ).split(' '),
)

type Attributes = ReadonlyMap<string, string>
type Replacement = (attributes: Attributes, inner: string, found: Survey) => string | undefined

const REPLACED: { readonly [name: string]: Replacement } = {
  caption,
  wp_caption: caption,
  gallery,
  embed: (attributes, inner) => link(inner.trim() || attributes.get('src')),
  audio: media,
  video: media,
  youtube: media,
  vimeo: media,
}

function caption(attributes: Attributes, inner: string): string | undefined {
  const [, picture, text = ''] = /^\s*((?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?)(.*)$/is.exec(inner) ?? []
  if (picture === undefined) return undefined
  const shown = text.trim() || escapeHtml(attributes.get('caption') ?? '')
  return `\n\n<figure>${picture}${shown === '' ? '' : `<figcaption>${shown}</figcaption>`}</figure>\n\n`
}

function gallery(attributes: Attributes, _inner: string, found: Survey): string | undefined {
  const ids = (attributes.get('ids') ?? attributes.get('include') ?? '').split(',').map((id) => id.trim())
  const pictures = ids.flatMap((id) => {
    const alt = found.altOf(id)
    return alt === null
      ? []
      : [
          `<figure>${openTag('img', [
            ['src', sourceFileAddress(id)],
            ['alt', alt],
          ])}</figure>`,
        ]
  })
  return pictures.length === 0 ? undefined : `\n\n${pictures.join('\n')}\n\n`
}

/** Attributes of a player that contain an address. */
const SOURCES = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', 'flac']

function media(attributes: Attributes): string | undefined {
  return link(['', ...SOURCES].map((name) => attributes.get(name)).find((value) => value !== undefined))
}

function link(address: string | undefined): string | undefined {
  if (address === undefined || !/^https?:\/\/[^\s<>"]+$/.test(address)) return undefined
  return `\n\n<p><a href="${address}">${address}</a></p>\n\n`
}

function readAttributes(text: string): Attributes {
  const pairs = text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)
  // Some shortcodes contain only an address.
  const [, address] = /^\s*=?["']?(https?:\/\/[^\s"'<>]+)/.exec(text) ?? []
  return new Map([
    ...(address === undefined ? [] : [['', address] as const]),
    ...[...pairs].map(
      ([, name = '', double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? ''] as const,
    ),
  ])
}
