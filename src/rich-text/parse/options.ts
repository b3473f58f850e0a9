import type { RichTextNode } from '../document.ts'
import type { Embeds } from '../embed-frames.ts'
import { embedAt, labelOfProvider, providerOf } from '../embeds.ts'
import type { DocumentLink } from '../links.ts'

/** Options that describe the field for which content is parsed. */
export interface ParseOptions {
  /**
   * Returns the service's document at an address; the link then stores the document instead of the address. Default:
   * links keep their addresses.
   */
  readonly link?: (address: string) => DocumentLink | null
  /**
   * Providers of the field. Their frames become embeds; in Markdown, so do links that are alone in a paragraph.
   * Default: frames become links.
   */
  readonly embeds?: Embeds
}

/** Returns the target of a link: an address, or the document that it leads to. */
export function targetOfLink(href: string, { link }: ParseOptions): { href: string } | DocumentLink {
  return link?.(href) ?? { href }
}

/**
 * Returns the embed for an address, with its title unless that is the address or the provider's name; `null` if no
 * provider matches.
 */
export function embedFor(address: string, title: string, embeds: Embeds): RichTextNode | null {
  const embed = embedAt(address, embeds)
  if (!embed) return null
  const provider = providerOf(embed, embeds)
  const isOwn = title !== '' && title !== address && provider && title !== labelOfProvider(provider)
  return { type: 'embed', attrs: { ...embed, ...(isOwn && { title: title.slice(0, LONGEST_TITLE) }) } }
}

/** Maximum length of an embed's title, in characters. */
const LONGEST_TITLE = 200

/** Replaces links that are alone in a paragraph with embeds, except in the first paragraph of a list item. */
export function withEmbeds(nodes: readonly RichTextNode[], embeds: Embeds): RichTextNode[] {
  return nodes.map((node) => embedOfParagraph(node, embeds) ?? inside(node, embeds))
}

function inside(node: RichTextNode, embeds: Embeds): RichTextNode {
  if (!node.content) return node
  // A list item must keep its first paragraph.
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
