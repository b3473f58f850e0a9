import type { RichText } from '../document.ts'
import { DocumentBuilder } from './builder.ts'
import { createHtmlReader } from './html-reader.ts'
import { createLosses, type Lost } from './lost.ts'
import type { ParseOptions } from './options.ts'

/** Rich text that was parsed, and the parts of its source that were lost. */
export interface Parsed {
  /** A document that every rich text field accepts, unless it is too long. */
  readonly document: RichText<Record<never, never>>
  readonly lost: readonly Lost[]
}

/** Parses HTML to rich text: a page, a fragment, or pasted content. */
export function fromHtml(html: string, options: ParseOptions = {}): Parsed {
  const { lose, all } = createLosses()
  const builder = new DocumentBuilder(lose)
  const reader = createHtmlReader(builder, lose, options)
  reader.read(html)
  reader.finish()
  return { document: { type: 'doc', content: builder.finish() }, lost: all() }
}
