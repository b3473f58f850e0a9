import type { ManifestCollection } from './collection.ts'

/** Query parameters of a document's endpoints, each with the option of the collection that it needs. */
const NEEDS = { preview: 'preview', draft: 'drafts' } as const satisfies {
  readonly [name: string]: keyof ManifestCollection
}

export type DocumentParameter = keyof typeof NEEDS

const NAMES = Object.keys(NEEDS) as DocumentParameter[] // the table's own names

/** Returns the parameters that a document's endpoints have because of the collection's options. */
export function documentParametersOf(options: {
  readonly drafts: boolean
  readonly preview?: string | null | undefined
}): readonly DocumentParameter[] {
  return NAMES.filter((name) => options[NEEDS[name]])
}
