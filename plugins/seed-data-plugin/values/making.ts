import type { FieldType } from 'lintel'
import type { Random } from '../random.ts'
import type { Language } from './languages/language.ts'

/** Context from which a value is made. */
export interface Making {
  readonly random: Random
  /** Position of the document in its collection, from 0. */
  readonly index: number
  /** Name of the collection that contains the field, in lower case. */
  readonly owner: string
  readonly types: Readonly<Record<string, FieldType>>
  /** Language of the text in values. */
  readonly language: Language
  /** Locales that the document is translated into, with their words. */
  readonly translations: ReadonlyMap<string, Language>
  /** Returns the id of an existing target; `null` if there is none. */
  readonly reference: (target: string) => string | null
}
