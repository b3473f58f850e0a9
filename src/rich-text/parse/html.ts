import type { RichText } from '../document.ts'
import { DocumentBuilder } from './builder.ts'
import { createHtmlReader } from './html-reader.ts'
import { createLosses, type Lost } from './lost.ts'
import type { ParseOptions } from './options.ts'

/** A text as a rich text, and what of it a rich text cannot hold. */
export interface Parsed {
  /** A document that every rich text field takes, if it is not too long for it. */
  readonly document: RichText<Record<never, never>>
  readonly lost: readonly Lost[]
}

/** HTML as a rich text: a page, a part of one, or what somebody pasted. */
export function fromHtml(html: string, options: ParseOptions = {}): Parsed {
  const { lose, all } = createLosses()
  const builder = new DocumentBuilder(lose)
  const reader = createHtmlReader(builder, lose, options)
  reader.read(html)
  reader.finish()
  return { document: { type: 'doc', content: builder.finish() }, lost: all() }
}
