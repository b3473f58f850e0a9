import { describe, expect, it } from 'vitest'
import type {
  AccessChange,
  Change,
  ChangeClass,
  DatabaseChange,
  SettingChange,
} from '../../../src/compile/review/change.ts'
import { printReviewMarkdown } from '../../../src/compile/review/print/print-markdown.ts'
import { printReviewText } from '../../../src/compile/review/print/print-text.ts'
import { reportOf } from '../../../src/compile/review/report.ts'
import { changesOf, type Review } from '../../../src/compile/review/review.ts'
import { reportOn, reviewOf } from './review-of.ts'

const NONE = reviewOf({ collections: [] }, { collections: [] })
const { compared, circumstances } = reportOn({ collections: [] }, { collections: [] })

const change = (grade: ChangeClass, kind: string): Change => ({
  class: grade,
  kind,
  subject: 'posts.title',
  message: `${kind} ${grade}`,
  source: 'collections/posts.ts:3',
})

/** A step of a generated migration, or a statement by hand. */
const step = (grade: ChangeClass, isByHand: boolean): DatabaseChange => ({
  ...change(grade, isByHand ? 'statement' : 'add-field'),
  ...(isByHand && { source: 'migrations/0002_x.sql:4' }),
  migration: 'migrations/0002_x.sql',
  operation: isByHand ? null : { kind: 'drop-column', table: 'posts', column: 'title', reason: 'unused' },
  notes: [],
  sql: ['DELETE FROM posts'],
})

const access = (effect: 'gains' | 'loses'): AccessChange => ({
  ...change(effect === 'gains' ? 'opens' : 'breaking', `access-${effect}`),
  role: 'editor',
  effect,
  action: 'read',
})

const setting = (grade: ChangeClass): SettingChange => ({
  ...change(grade, 'setting'),
  environments: null,
  before: 1,
  after: 2,
})

/** Parts of a review, all about one field, which may or may not be in it. */
const PARTS: readonly Partial<Record<'database' | 'api' | 'access' | 'settings' | 'files', Change>>[] = [
  { database: step('destructive', false) },
  { database: step('safe', false) },
  { database: step('destructive', true) },
  { database: step('opens', true) },
  { database: step('breaking', true) },
  { api: change('opens', 'api') },
  { api: change('breaking', 'api') },
  { api: change('caution', 'api') },
  { access: access('gains') },
  { access: access('loses') },
  { settings: setting('opens') },
  { settings: setting('breaking') },
  { files: change('opens', 'file') },
]

const SETS = Array.from({ length: 2 ** PARTS.length }, (_, set) => PARTS.filter((_, index) => (set >> index) & 1))

function reviewWith(parts: (typeof SETS)[number]): Review {
  const of = (area: keyof (typeof PARTS)[number]) => parts.flatMap((part) => part[area] ?? [])
  return {
    ...NONE,
    database: of('database') as DatabaseChange[],
    api: of('api'),
    access: of('access') as AccessChange[],
    settings: of('settings') as SettingChange[],
    files: of('files'),
  }
}

const SECTION_OF = { destructive: 'lost', opens: 'opens', breaking: 'breaks' } as const

describe('headline and sections', () => {
  it('agree for every combination of classes', () => {
    for (const parts of SETS) {
      const review = reviewWith(parts)
      const { verdict, ...sections } = reportOf(review, compared, circumstances)
      const has = (text: string) => verdict.includes(text)
      const isOfFiles = ({ area }: { readonly area: string }) => area === 'files'
      expect(
        [
          [has('gain'), has('installed'), has('values are lost'), has('API clients break')],
          [has('nothing opens'), has('nothing is lost'), has('no API client breaks')],
        ],
        verdict,
      ).toEqual([
        [
          sections.opens.some((item) => !isOfFiles(item)),
          sections.opens.some(isOfFiles),
          sections.lost.length > 0,
          sections.breaks.length > 0,
        ],
        [sections.opens, sections.lost, sections.breaks].map(({ length }) => parts.length > 0 && length === 0),
      ])
      for (const [grade, section] of Object.entries(SECTION_OF))
        expect(sections[section].length > 0, `${verdict}: ${section}`).toBe(
          changesOf(review).some((found) => found.class === grade),
        )
    }
  })

  it('says that somebody gains access only if it is certain', () => {
    const verdictOf = (...parts: (typeof SETS)[number]) => reportOf(reviewWith(parts), compared, circumstances).verdict
    expect(verdictOf({ access: access('gains') })).toBe(
      'somebody gains access; nothing is lost and no API client breaks',
    )
    expect(verdictOf({ access: { ...access('gains'), kind: 'access-function' } as Change })).toBe(
      'somebody may gain access and API clients may break; nothing is lost',
    )
    expect(verdictOf({ database: step('opens', true) })).toBe(
      'somebody may gain access; nothing is lost and no API client breaks',
    )
  })

  it('are printed with the same sections', () => {
    const review = reviewWith([{ database: step('destructive', true) }, { database: step('opens', true) }])
    const report = reportOf(review, compared, circumstances)
    const plain = {
      heading: (text: string) => text,
      dim: (text: string) => text,
      ofClass: (_: string, text: string) => text,
    }
    for (const text of [printReviewMarkdown(report), printReviewText(report, plain)]) {
      expect(text).toContain('somebody may gain access and values are lost')
      expect(text).toMatch(/^(?:### )?Opens$/m)
      expect(text).toMatch(/^(?:### )?Lost$/m)
    }
  })
})
