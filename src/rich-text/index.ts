/** `lintel/rich-text`: rich text as HTML, Markdown and plain text, without dependencies. */

export { isSafeAddress } from './address.ts'
export type { AnyNodes, BuiltInNode, RichText, RichTextMark, RichTextNode, RichTextValue } from './document.ts'
export { type Addresses, type Attributes, type Element, elementOf, isVoid, type LinkTo } from './elements.ts'
export { type EmbedProvider, type Embeds, isEmbedId, type KnownProvider } from './embed-frames.ts'
export {
  type Embed,
  embedAt,
  knownProviders,
  labelOfProvider,
  pageOfEmbed,
  providerOf,
  providersOf,
} from './embeds.ts'
export { escapeHtml, type HtmlOptions, toHtml } from './html.ts'
export { type DocumentLink, documentLinkOf, visitDocumentLinks, withAddresses } from './links.ts'
export { type MarkdownOptions, toMarkdown } from './markdown/markdown.ts'
export { fromPlainText } from './plain-text.ts'
export type { LeftOut, MarkRenderers, NodeOf, NodeRenderers, RenderOptions } from './render.ts'
export { runsOf } from './runs.ts'
export { type TextOptions, textLength, toText } from './text.ts'
