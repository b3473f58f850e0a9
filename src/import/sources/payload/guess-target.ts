import type { PayloadCollection } from './collections.ts'

/** Pattern of the names of values that are files. */
const FILE =
  /(?:image|photo|picture|cover|thumbnail|avatar|logo|icon|gallery|media|file|attachment|banner|hero|poster|document|video|audio|upload|download)s?$/i

/** Pattern of globally unique ids: those of MongoDB, and UUIDs. */
const UNIQUE = /^(?:[\da-f]{24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * Guesses the collection that a value refers to: by the name of the value, or as the only possible collection. If ids
 * are numbers, which every collection may contain, only the name counts. Returns `null` if the value seems to be no
 * reference.
 * @param possible collections that contain all ids that occur
 * @param sample one of these ids
 */
export function guessTarget(
  name: string,
  ownKind: string,
  possible: readonly PayloadCollection[],
  sample: string,
  isWhole: boolean,
): PayloadCollection | null {
  const named = possible.find(({ kind, isUpload }) => !isUpload && meansKind(name, kind))
  const file = FILE.test(name) ? possible.find(({ isUpload }) => isUpload) : undefined
  const parent = /^(?:parent|children)$/i.test(lastOf(name)) ? possible.find(({ kind }) => kind === ownKind) : undefined
  const found = named ?? file ?? parent
  if (found !== undefined) return found
  const [only, second] = possible
  return only !== undefined && second === undefined && (isWhole || UNIQUE.test(sample)) ? only : null
}

/**
 * Tells whether the name of a value refers to a kind: `author`, `authors`, `mainAuthor` and `meta.author` refer to
 * `authors`.
 */
function meansKind(name: string, kind: string): boolean {
  const singular = singularOf(kind.toLowerCase())
  const last = lastOf(name)
  return (
    singularOf(last.toLowerCase()) === singular ||
    new RegExp(`[a-z\\d_]${capitalized(singular)}$`).test(singularOf(last))
  )
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function singularOf(word: string): string {
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`
  return /(?:s|x|ch|sh)es$/i.test(word) ? word.slice(0, -2) : /[^s]s$/i.test(word) ? word.slice(0, -1) : word
}

function capitalized(word: string): string {
  return (word.charAt(0).toUpperCase() + word.slice(1)).replace(/[^\w]/g, '\\$&')
}
