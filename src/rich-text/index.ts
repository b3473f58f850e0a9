/** The door `lintel/rich-text`: rich text as HTML, Markdown and plain text, without a dependency. */

export { isSafeAddress } from './address.ts'
export type { AnyNodes, BuiltInNode, RichText, RichTextMark, RichTextNode, RichTextValue } from './document.ts'
export { type Attributes, type Element, elementOf, isVoid } from './elements.ts'
export { escapeHtml, type HtmlOptions, toHtml } from './html.ts'
export { type MarkdownOptions, toMarkdown } from './markdown/markdown.ts'
export { fromPlainText } from './plain-text.ts'
export type { LeftOut, MarkRenderers, NodeOf, NodeRenderers, RenderOptions } from './render.ts'
export { runsOf } from './runs.ts'
export { type TextOptions, textLength, toText } from './text.ts'
