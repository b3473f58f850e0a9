import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'
import { plainText } from './doc-page.ts'
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

/** A section with all that a search shows of it. */
interface SearchedSection extends Omit<DocHit, 'excerpt'> {
  /** Without formatting. */
  readonly text: string
}

/** The index as data, for those who search without having read the documentation: pages in a browser, the worker. */
export interface DocIndex {
  readonly sections: readonly SearchedSection[]
  readonly terms: AsPlainObject
}

/** Characters of an excerpt. */
const EXCERPT = 240

/** Terms that are looked up, and letters of each: what is longer is no question, and looking for it takes long. */
const MAX_TERMS = 20
const MAX_LETTERS = 40

/** Headings count for more than text. */
const OPTIONS: Options = {
  fields: ['heading', 'title', 'text'],
  tokenize: termsOf,
  searchOptions: { boost: { heading: 4, title: 2 }, prefix: (term) => term.length > 2, fuzzy: fuzziness },
}

/** Makes the index of the documentation and searches it: a section is a document. */
export function createDocSearch(documentation: Documentation): DocSearch {
  const sections = sectionsOf(documentation)
  return searchIn(sections, indexOf(sections))
}

/** Makes the index, to be opened elsewhere. */
export function buildDocIndex(documentation: Documentation): DocIndex {
  const sections = sectionsOf(documentation)
  return { sections, terms: indexOf(sections).toJSON() }
}

/** Searches an index that `buildDocIndex` has made. */
export function openDocSearch({ sections, terms }: DocIndex): DocSearch {
  return searchIn(sections, MiniSearch.loadJS(terms, OPTIONS))
}

function sectionsOf({ pages }: Documentation): SearchedSection[] {
  return pages.flatMap(({ name, title, sections }) =>
    sections.map(({ heading, text }) => ({
      page: name,
      title,
      heading: heading.text,
      anchor: heading.anchor,
      text: searchedText(text),
    })),
  )
}

/** Text without its fences, comments, markers of lists and lines of tables. */
function searchedText(markdown: string): string {
  return plainText(
    markdown.replace(/^ *```.*$|<!--.*?-->|^\|[-:| ]+\|$|^ *- /gm, '').replace(
      /^\|.*\|$/gm,
      (row) =>
        `${row
          .slice(1, -1)
          .trim()
          .replace(/ *\| */g, ' · ')};`,
    ),
  )
}

function indexOf(sections: readonly SearchedSection[]): MiniSearch {
  const index = new MiniSearch(OPTIONS)
  index.addAll(sections.map((section, id) => ({ id, ...section })))
  return index
}

function searchIn(sections: readonly SearchedSection[], index: MiniSearch): DocSearch {
  return (query, limit) => {
    const terms = termsOf(query.slice(0, MAX_TERMS * MAX_LETTERS))
      .slice(0, MAX_TERMS)
      .map((term) => term.slice(0, MAX_LETTERS))
    if (terms.length === 0) return []
    return index
      .search(terms.join(' '))
      .slice(0, limit)
      .flatMap(({ id, queryTerms, terms: found }) => {
        const section = sections[id]
        if (section === undefined) return []
        const { text, ...shown } = section
        return [{ ...shown, excerpt: excerptOf(text, [...queryTerms, ...found]) }]
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

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const [first = 0] = terms
    .map((term) => lower.indexOf(term.toLowerCase()))
    .filter((position) => position !== -1)
    .sort((a, b) => a - b)
  const from = first < EXCERPT / 3 ? 0 : text.lastIndexOf(' ', first - EXCERPT / 3) + 1
  const end = from + EXCERPT >= text.length ? text.length : text.lastIndexOf(' ', from + EXCERPT)
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`
}
