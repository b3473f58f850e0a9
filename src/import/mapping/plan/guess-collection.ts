import type { CollectionPlan } from 'lintel/importing'
import type { SurveyedKind } from './survey.ts'

/** Groups of words that name the same kind of content in different systems and projects. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['post', 'article', 'story', 'blog', 'blogpost', 'entry', 'new', 'news'],
  ['page'],
  ['author', 'person', 'people', 'writer', 'user', 'member'],
  ['category', 'section', 'topic', 'department'],
  ['tag', 'keyword', 'topic'],
]

/**
 * Chooses a collection for each kind, each collection at most once: first by the same name, then by synonyms.
 * Singletons are not chosen, and a kind without a fitting collection gets none.
 */
export function guessCollections(
  kinds: readonly Pick<SurveyedKind, 'name'>[],
  plans: readonly CollectionPlan[],
): ReadonlyMap<string, CollectionPlan> {
  const guessed = new Map<string, CollectionPlan>()
  const free = new Set(plans.filter(({ collection }) => !collection.singleton))
  for (const isLike of [isSame, isSynonym]) {
    for (const { name } of kinds) {
      if (guessed.has(name)) continue
      const found = [...free].find(({ collection }) => isLike(singular(lastWord(name)), singular(collection.name)))
      if (found === undefined) continue
      guessed.set(name, found)
      free.delete(found)
    }
  }
  return guessed
}

/** Returns the last word of a name: `article` for `api::article.article`. */
export function lastWord(name: string): string {
  return name.replace(/^.*(?:::|[./])/, '')
}

/** Returns a name in the singular, in lower case and without separators. */
export function singular(name: string): string {
  const word = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function isSame(a: string, b: string): boolean {
  return a === b
}

function isSynonym(a: string, b: string): boolean {
  return SYNONYMS.some((words) => words.includes(a) && words.includes(b))
}
