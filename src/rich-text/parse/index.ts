/** `lintel/rich-text/parse`: rich text from HTML and Markdown. */

export { fromHtml, type Parsed } from './html.ts'
export type { Lost } from './lost.ts'
export { fromMarkdown } from './markdown.ts'
export type { ParseOptions } from './options.ts'
