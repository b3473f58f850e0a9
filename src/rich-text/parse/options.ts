import type { RichTextNode } from '../document.ts'
import type { Embeds } from '../embed-frames.ts'
import { embedAt, labelOfProvider, providerOf } from '../embeds.ts'
import type { DocumentLink } from '../links.ts'

/** Parts of the field that takes the text, and the documents that its links lead to. */
export interface ParseOptions {
  /**
   * Tells which document of the service an address leads to: the link then holds that instead. Default: links keep their
   * addresses.
   */
  readonly link?: (address: string) => DocumentLink | null
  /**
   * Providers of the field: their frames become embeds, in Markdown links alone in a paragraph as well. Default: frames
   * become links.
   */
  readonly embeds?: Embeds
}

/** Target of a link: an address, or the document that it leads to. */
export function targetOfLink(href: string, { link }: ParseOptions): { href: string } | DocumentLink {
  return link?.(href) ?? { href }
}

/** The embed that an address leads to; its title where it has one of its own. */
export function embedFor(address: string, title: string, embeds: Embeds): RichTextNode | null {
  const embed = embedAt(address, embeds)
  if (!embed) return null
  const provider = providerOf(embed, embeds)
  const isOwn = title !== '' && title !== address && provider && title !== labelOfProvider(provider)
  return { type: 'embed', attrs: { ...embed, ...(isOwn && { title: title.slice(0, LONGEST_TITLE) }) } }
}

/** Longest title that an embed takes, in characters. */
const LONGEST_TITLE = 200

/** Nodes with embeds for those links that stand alone in a paragraph. */
export function withEmbeds(nodes: readonly RichTextNode[], embeds: Embeds): RichTextNode[] {
  return nodes.map((node) => embedOfParagraph(node, embeds) ?? inside(node, embeds))
}

function inside(node: RichTextNode, embeds: Embeds): RichTextNode {
  if (!node.content) return node
  // An item begins with a paragraph.
  const kept = node.type === 'listItem' ? 1 : 0
  const first = node.content.slice(0, kept).map((child) => inside(child, embeds))
  return { ...node, content: [...first, ...withEmbeds(node.content.slice(kept), embeds)] }
}

function embedOfParagraph({ type, content }: RichTextNode, embeds: Embeds): RichTextNode | null {
  const [text, ...more] = content ?? []
  const [mark, ...others] = text?.marks ?? []
  if (type !== 'paragraph' || !text?.text || more.length > 0 || mark?.type !== 'link' || others.length > 0) return null
  return embedFor(String(mark.attrs?.href ?? ''), text.text, embeds)
}
