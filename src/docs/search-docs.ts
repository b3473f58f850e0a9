import MiniSearch from 'minisearch'
import { type DocSection, plainText } from './doc-page.ts'
import type { Documentation } from './documentation.ts'

/** A section that a search has found. */
export interface DocHit {
  /** The page's name: `config`. */
  readonly page: string
  /** The page's title. */
  readonly title: string
  /** The section's heading. */
  readonly heading: string
  readonly anchor: string
  /** Some words around the first match, without formatting. */
  readonly excerpt: string
}

/** Searches sections of the documentation, best first. */
export type DocSearch = (query: string, limit: number) => readonly DocHit[]

/** Characters of an excerpt. */
const EXCERPT = 240

/** Terms that are looked up, and letters of each: what is longer is no question, and looking for it takes long. */
const MAX_TERMS = 20
const MAX_LETTERS = 40

/** Makes the index of the documentation: a section is a document, and headings count for more than text. */
export function createDocSearch({ pages }: Documentation): DocSearch {
  const sections = pages.flatMap((page) => page.sections.map((section) => ({ page, section })))
  const index = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    tokenize: termsOf,
    searchOptions: { boost: { heading: 4, title: 2 }, prefix: (term) => term.length > 2, fuzzy: fuzziness },
  })
  index.addAll(
    sections.map(({ page, section }, id) => ({
      id,
      heading: section.heading.text,
      title: page.title,
      text: section.text,
    })),
  )
  return (query, limit) => {
    const terms = termsOf(query.slice(0, MAX_TERMS * MAX_LETTERS))
      .slice(0, MAX_TERMS)
      .map((term) => term.slice(0, MAX_LETTERS))
    if (terms.length === 0) return []
    return index
      .search(terms.join(' '))
      .slice(0, limit)
      .flatMap(({ id, queryTerms, terms: found }) => {
        const hit = sections[id]
        if (hit === undefined) return []
        const { page, section } = hit
        const excerpt = excerptOf(section, [...queryTerms, ...found])
        return [
          {
            page: page.name,
            title: page.title,
            heading: section.heading.text,
            anchor: section.heading.anchor,
            excerpt,
          },
        ]
      })
  }
}

/** Words as people and code write them: `renamedFrom`, `cms.lock.json`, `--fail-on`. */
function termsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** One slip in five letters; names of four letters and fewer are too much alike. */
function fuzziness(term: string): number | boolean {
  return term.length > 4 ? 0.2 : false
}

function excerptOf({ text }: DocSection, terms: readonly string[]): string {
  const plain = plainText(text.replace(/^ *```.*$/gm, ''))
  const lower = plain.toLowerCase()
  const [first = 0] = terms
    .map((term) => lower.indexOf(term.toLowerCase()))
    .filter((position) => position !== -1)
    .sort((a, b) => a - b)
  const from = first < EXCERPT / 3 ? 0 : plain.lastIndexOf(' ', first - EXCERPT / 3) + 1
  const end = from + EXCERPT >= plain.length ? plain.length : plain.lastIndexOf(' ', from + EXCERPT)
  return `${from > 0 ? '… ' : ''}${plain.slice(from, end)}${end < plain.length ? ' …' : ''}`
}
