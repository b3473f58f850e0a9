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
  /** Text around the first match, without formatting. */
  readonly excerpt: string
}

/** Searches sections of the documentation, and returns the best matches first. */
export type DocSearch = (query: string, limit: number) => readonly DocHit[]

/** A section with the properties that search results show, and its text. */
interface SearchedSection extends Omit<DocHit, 'excerpt'> {
  /** Text without formatting. */
  readonly text: string
}

/** The index as data, for pages in a browser and for the worker, which search without parsing the documentation. */
export interface DocIndex {
  readonly sections: readonly SearchedSection[]
  readonly terms: AsPlainObject
}

/** Maximum number of characters of an excerpt. */
const EXCERPT = 240

/** Maximum number of terms that are looked up, and of letters in each. Longer queries are unlikely and slow. */
const MAX_TERMS = 20
const MAX_LETTERS = 40

/** Options of the index. Headings count for more than text. */
const OPTIONS: Options = {
  fields: ['heading', 'title', 'text'],
  tokenize: termsOf,
  searchOptions: { boost: { heading: 4, title: 2 }, prefix: (term) => term.length > 2, fuzzy: fuzziness },
}

/** Builds the index of the documentation, with a document for each section, and returns a search over it. */
export function createDocSearch(documentation: Documentation): DocSearch {
  const sections = sectionsOf(documentation)
  return searchIn(sections, indexOf(sections))
}

/** Builds the index as data, for `openDocSearch`. */
export function buildDocIndex(documentation: Documentation): DocIndex {
  const sections = sectionsOf(documentation)
  return { sections, terms: indexOf(sections).toJSON() }
}

/** Opens an index that `buildDocIndex` has built. */
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

/** Returns the searchable text: without comments, and without the marks of code blocks, lists and tables. */
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

/** Splits text into terms, as people and code write them: `renamedFrom`, `cms.lock.json`, `--fail-on`. */
function termsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** Returns the allowed share of typos: one in five letters. Terms of four letters or fewer must match exactly. */
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
