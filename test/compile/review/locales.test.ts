import { expect, it } from 'vitest'
import { printReviewText } from '../../../src/compile/review/print/print-text.ts'
import { defineCollection, field } from '../../../src/config/index.ts'
import { allLinesOf, linesOf, reportOn, reviewOf, type State } from './review-of.ts'

const posts = defineCollection({
  name: 'posts',
  fields: {
    title: field.string({ localized: true }),
    seo: field.group({ fields: { text: field.string({ localized: true }) } }),
  },
})
const plain = {
  heading: (text: string) => text,
  dim: (text: string) => text,
  ofClass: (_: unknown, text: string) => text,
}

const before: State = { collections: [posts], locales: { default: 'en', others: ['de', 'fr'] } }
const after: State = {
  collections: [posts],
  locales: {
    default: 'en',
    others: ['de-AT', 'pt-BR'],
    renamedFrom: { 'de-AT': 'de' },
    dropped: { fr: 'nobody reads it' },
  },
}

it('names the values of a locale by its language, and never as their columns are called', () => {
  const text = printReviewText(reportOn(before, after), plain)
  expect(text).toContain('posts no longer has values in French (fr): they are lost')
  expect(text).toContain('fields: seo.text, title\n')
  expect(text).toContain('posts.title in German (de) is renamed to posts.title in Austrian German (de-AT)')
  expect(text).toContain('posts.seo.text in Brazilian Portuguese (pt-BR) (string) is new')
  const sentences = text.split('\n').filter((line) => !/^ +\|/.test(line))
  expect(sentences.join('\n')).not.toMatch(/\w@/)
})

it('says of a field inside others that it is renamed, once for all languages', () => {
  const state = (name: string, renamedFrom?: string): State => {
    const text = field.string({ localized: true, ...(renamedFrom && { renamedFrom }) })
    const lines = field.list({ of: field.group({ fields: { [name]: text } }) })
    const sections = field.blocks({ of: { quote: { [name]: text } } })
    const collections = [defineCollection({ name: 'posts', fields: { lines, sections } })]
    return { collections, locales: { default: 'en', others: ['de'] } }
  }
  const review = reviewOf(state('label'), state('text', 'label'))
  expect(review.api.map(({ message }) => message)).toEqual([
    'posts.lines.label is now posts.lines.text',
    'posts.sections.quote.label is now posts.sections.quote.text',
  ])
})

it('calls the default locale by its new name, and says nothing of how that is stored', () => {
  const called = (initial: string): State => ({ collections: [posts], locales: { default: initial, others: ['de'] } })
  const { api, settings } = reviewOf(called('en'), called('en-GB'))
  expect(linesOf([...api, ...settings])).toEqual([
    'breaking: the languages of the content are en-GB, de (falls back to en-GB); previously en, de (falls back to en)',
  ])
})

it('says that the languages change, and what stands in for each', () => {
  expect(allLinesOf(reviewOf(before, after))).toContain(
    'breaking: the languages of the content are en, de-AT (falls back to en), pt-BR (falls back to en); previously en, de (falls back to en), fr (falls back to en)',
  )
  const chained: State = {
    collections: [posts],
    locales: { default: 'en', others: ['de', 'fr'], fallback: { fr: 'de' } },
  }
  expect(allLinesOf(reviewOf(before, chained))).toContain(
    'caution: the languages of the content are en, de (falls back to en), fr (falls back to de, en); previously en, de (falls back to en), fr (falls back to en)',
  )
})

type Locales = NonNullable<State['locales']>
const FALLS = 'where a value in German (de) is missing, visitors now see the one in'

it.each<[what: string, was: Partial<Locales>, is: Partial<Locales>, told: readonly string[]]>([
  [
    'a language that comes in between',
    {},
    { fallback: { de: 'fr' } },
    [`opens: ${FALLS} French (fr), or else in English (en); previously the one in English (en)`],
  ],
  [
    'another language',
    { others: ['de', 'fr', 'it'], fallback: { de: 'it' } },
    { others: ['de', 'fr', 'it'], fallback: { de: 'fr' } },
    [
      `opens: ${FALLS} French (fr), or else in English (en); previously the one in Italian (it), or else in English (en)`,
    ],
  ],
  [
    'a language less',
    { fallback: { de: 'fr' } },
    {},
    [`caution: ${FALLS} English (en); previously the one in French (fr), or else in English (en)`],
  ],
  [
    'a language for one that has another name from now on',
    {},
    { others: ['de-AT', 'fr'], renamedFrom: { 'de-AT': 'de' }, fallback: { 'de-AT': 'fr' } },
    [
      'opens: where a value in Austrian German (de-AT) is missing, visitors now see the one in French (fr), or else in English (en); previously the one in English (en)',
    ],
  ],
  [
    'the same language under another name',
    { fallback: { de: 'fr' } },
    { default: 'en-GB', others: ['de', 'fr-CA'], renamedFrom: { 'fr-CA': 'fr' }, fallback: { de: 'fr-CA' } },
    [],
  ],
  ['a new language', {}, { others: ['de', 'fr', 'it'], fallback: { it: 'fr' } }, []],
])('says what stands in for missing values: %s', (_what, was, is, told) => {
  const state = (locales: Partial<Locales>): State => ({
    collections: [posts],
    locales: { default: 'en', others: ['de', 'fr'], ...locales },
  })
  expect(allLinesOf(reviewOf(state(was), state(is))).filter((line) => line.includes('is missing'))).toEqual(told)
})

it.each<[was: readonly string[] | undefined, is: readonly string[] | undefined, said: string]>([
  [undefined, ['de'], 'breaking: translator may only write the locales de'],
  [['de'], ['de', 'fr'], 'opens: translator may only write the locales de, fr'],
  [['de', 'fr'], ['de'], 'breaking: translator may only write the locales de'],
  [['de'], ['fr'], 'opens: translator may only write the locales fr'],
  [['de'], undefined, 'opens: translator may write every locale, and create and delete documents'],
])('a role that wrote %j and writes %j', (was, is, said) => {
  const state = (locales: readonly string[] | undefined): State => ({
    ...before,
    roles: { translator: { permissions: ['content.edit'], ...(locales && { locales }) } },
  })
  expect(allLinesOf(reviewOf(state(was), state(is)))).toEqual([said])
})

it('says what a new role writes', () => {
  const roles = { translator: { permissions: ['content.edit' as const], locales: ['de'] } }
  expect(allLinesOf(reviewOf(before, { ...before, roles }))).toContain(
    'opens: the role translator is new, with content.edit, and may only write the locales de',
  )
})
