import { sourceFileAddress } from '../file-address.ts'
import { openTag, rewriteHtml } from '../html/rewrite-html.ts'
import type { LeftOut } from '../left-out.ts'
import { hostOf, isUpload, uploadOfUrl } from './asset.ts'
import { addParagraphs } from './paragraphs.ts'
import { replaceShortcodes } from './shortcodes.ts'
import type { Survey } from './survey.ts'

/** Pattern of a comment of the block editor: `/` if it closes a block, and the name. */
const BLOCK = /^\s*(\/?)wp:([\w/-]+)/

/** Pattern of comments by which the classic editor divides an entry. */
const DIVISION = /^(?:more|nextpage|noteaser)\b/

/** Maximum number of synced patterns in an entry, including nested ones, and of characters in a pattern. */
const MOST_PATTERNS = 100
const LONGEST_PATTERN = 100_000

/**
 * Converts the content of an entry to HTML: removes the comments of the block editor, adds the paragraphs that the
 * classic editor leaves out, and replaces addresses of the export's own files.
 */
export function readContent(content: string, found: Survey, leftOut: LeftOut): string {
  let patterns = 0
  const convert = (part: string): string => {
    const isOfBlocks = part.includes('<!-- wp:')
    const html = replaceShortcodes(part, found, leftOut)
    return rewriteHtml(isOfBlocks ? linkEmbeds(html) : addParagraphs(html), {
      tag: (name, attributes) => replaceTag(name, attributes, found),
      comment(text) {
        const [, end, name = ''] = BLOCK.exec(text) ?? []
        if (name === '') return DIVISION.test(text) ? '' : null
        if (end === '/' || !text.endsWith('/')) return ''
        const pattern = name === 'block' ? found.patternOf(/"ref":(\d+)/.exec(text)?.[1] ?? '') : null
        if (pattern !== null && pattern.length <= LONGEST_PATTERN && patterns < MOST_PATTERNS) {
          patterns += 1
          return convert(pattern)
        }
        leftOut.add(`block ${name}, which only WordPress can render`, `blocks ${name}, which only WordPress can render`)
        return ''
      },
    }).trim()
  }
  return convert(content)
}

/** Turns the addresses of embeds into links, since the block editor leaves them as text. */
function linkEmbeds(html: string): string {
  const embed = /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<>"]+)\s*<\/div>/g
  return html.replace(embed, '<p><a href="$1">$1</a></p>')
}

const ADDRESSES: { readonly [tag: string]: string } = {
  img: 'src',
  a: 'href',
  video: 'src',
  audio: 'src',
  source: 'src',
}

function replaceTag(name: string, attributes: ReadonlyMap<string, string>, found: Survey): string | null {
  const attribute = Object.hasOwn(ADDRESSES, name) ? ADDRESSES[name] : undefined
  if (attribute === undefined) return null
  const key = attachmentOf(name, attributes, attribute, found)
  return key === null ? null : openTag(name, new Map(attributes).set(attribute, sourceFileAddress(key)))
}

function attachmentOf(
  tag: string,
  attributes: ReadonlyMap<string, string>,
  attribute: string,
  found: Survey,
): string | null {
  const address = attributes.get(attribute) ?? ''
  const host = hostOf(address)
  const upload = uploadOfUrl(address)
  const named = isUpload(address)
    ? (found.attachmentAt(upload) ?? found.attachmentAt(upload.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '')))
    : null
  const isOwn = host === null || found.hasHost(host)
  const id = /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(attributes.get('class') ?? '')?.[1]
  // A picture that was copied from another site has the id of that site.
  if (tag === 'img' && id !== undefined && found.altOf(id) !== null && (isOwn || named === id)) return id
  return isOwn ? named : null
}
