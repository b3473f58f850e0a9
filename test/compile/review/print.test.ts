import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { describeDatabase } from '../../../src/compile/review/describe-database.ts'
import {
  printDiagnosticAnnotations,
  printReviewAnnotations,
} from '../../../src/compile/review/print/print-annotations.ts'
import {
  MARKER,
  printDiagnosticsMarkdown,
  printReviewMarkdown,
} from '../../../src/compile/review/print/print-markdown.ts'
import { printReviewText, type TextStyle } from '../../../src/compile/review/print/print-text.ts'
import { describeProof } from '../../../src/compile/review/proven.ts'
import { countedRows } from '../../../src/compile/review/rows.ts'
import type { Operation } from '../../../src/compile/schema/steps/operation.ts'
import { defineCollection, definePlugin, type Fields, field, sql } from '../../../src/config/index.ts'
import { reportOn, reviewOfCommitted, type State } from './review-of.ts'

const plain: TextStyle = { heading: (text) => text, dim: (text) => text, ofClass: (_, text) => text }

const reason = 'moved to the `archive` | see <wiki>, ask @editors'

const before = {
  collections: [
    defineCollection({
      name: 'orders',
      fields: { number: field.string({ required: true }), total: field.number({ access: { read: ['editor'] } }) },
    }),
    defineCollection({
      name: 'posts',
      access: { create: ['editor', 'author'] },
      fields: {
        headline: field.string({ required: true }),
        legacy: field.text(),
        state: field.select({ options: ['a', 'b'] }),
      },
    }),
  ],
}

const after = {
  collections: [
    defineCollection({ name: 'orders', fields: { number: field.string({ required: true }), total: field.number() } }),
    defineCollection({
      name: 'posts',
      access: { create: ['author'] },
      dropped: { legacy: reason },
      fields: {
        title: field.string({ required: true, renamedFrom: 'headline' }),
        state: field.select({ options: ['a', 'c'] }),
        summary: field.text(),
      },
    }),
  ],
  cors: { origins: ['https://www.example.com'] },
}

describe('a review for people', () => {
  it('as a comment', async () => {
    await expect(printReviewMarkdown(reportOn(before, after))).toMatchFileSnapshot('../golden/review.md')
  })

  it('on a terminal', async () => {
    await expect(printReviewText(reportOn(before, after), plain)).toMatchFileSnapshot('../golden/review.txt')
  })

  it.each([
    ['replacedBy', [{ value: 'b', replacedBy: 'a' }, 'a']],
    ['renamedFrom', ['a', { value: 'c', renamedFrom: 'b' }]],
  ] as const)('says that %s rewrites values', (_, options) => {
    const state = (...choices: Parameters<typeof field.select>[0]['options']) => ({
      collections: [defineCollection({ name: 'posts', fields: { mood: field.select({ options: choices }) } })],
    })
    const { database } = reviewOfCommitted(state('a', 'b'), state(...options))
    expect(describeDatabase(database)).toMatch(/^`migrations\/0002_\w+\.sql` rewrites values of 1 field$/)
  })

  it('says where the values of a field go that another one takes over', () => {
    const posts = (fields: Fields, dropped = {}) => ({
      collections: [defineCollection({ name: 'posts', fields: { title: field.string(), ...fields }, dropped })],
    })
    const copy = field.string({ backfill: sql`upper("legacy")` })
    const { lost } = reportOn(posts({ legacy: field.string() }), posts({ copy }, { legacy: 'moved' }))
    expect(lost.map(({ message, lines }) => [message, ...lines])).toEqual([
      [
        'posts.legacy is dropped: posts.copy is filled from it',
        'its values in versions, the trash, pending changes and versions of pending changes are lost',
      ],
    ])
  })

  it('with rows, a proof and a branch that lacks a build', () => {
    const operation = reportOn(before, after).lost[0]?.steps[0]?.operation ?? null
    const effect = {
      kind: 'drops',
      table: 'posts',
      column: 'legacy',
      operation,
      statement: null,
      source: null,
      rows: 69,
      of: 127,
      sample: [],
    } as const
    const rule = {
      kind: 'rule',
      table: 'posts',
      step: null,
      operation: null,
      class: null,
      source: null,
      shared: [],
    } as const
    const migration = {
      name: '0002_rename_posts_headline_to_title_and_2_more.sql',
      destructive: true,
      checks: [],
      effects: [{ ...effect, message: 'drops 69 values of posts.legacy, of 127 rows' }],
      copies: [],
      rowsRead: 0,
      rowsWritten: 0,
      unpredicted: [],
    }
    const rules = [
      { ...rule, subject: 'posts.state', message: 'posts.state is not one of the options', rows: 4, sample: ['p1'] },
    ]
    const found = { migrations: [migration], rules, rowsRead: 0, rowsWritten: 0, failing: 1 }
    const lost = [{ what: 'posts.legacy', count: 25 }]
    const comment = printReviewMarkdown(
      reportOn(before, after, {
        stale: ['cms.lock.json'],
        rows: countedRows('production', found),
        proven: { engine: 'D1', rows: 312, tables: 9, lost, unproven: [], failures: [] },
      }),
    )
    const [warning = ''] = comment.split('## shop')
    expect(warning).toContain('**`cms.lock.json` is not up to date with the config: run `npx cms build`')
    expect(comment).toContain('| drops 69 values of posts.legacy, of 127 rows |')
    expect(comment).toContain('| 4 rows: posts.state is not one of the options; they stay as they are,')
    expect(comment).toContain(
      'Replayed on D1, 312 sample rows in 9 tables, nothing lost except 25 values of posts.legacy.',
    )
    expect(comment).toContain('**Rows:** as counted in production.')
  })

  it('counts rows whose choice gets another name at the field', () => {
    const posts = (...options: string[]) => ({
      collections: [defineCollection({ name: 'posts', fields: { kind: field.select({ options: options as ['a'] }) } })],
    })
    const { steps } = reportOn(posts('news'), posts('news', 'essay'), {}, `SELECT 1;\n`)
    const renaming: Operation = {
      kind: 'change-choices',
      collection: 'posts',
      field: 'kind',
      was: 'posts.kind',
      before: ['news', 'opinion'],
      after: ['news', 'essay'],
      renamed: { opinion: 'essay' },
      reason: '',
    }
    const [step] = steps.map((other) => ({ ...other, operation: renaming }))
    const rewriting: Operation = {
      kind: 'rewrite-values',
      collection: 'posts',
      table: 'posts',
      fields: ['kind'],
      removed: [],
    }
    const message = 'writes 454 values of posts.kind, of 2016 rows'
    const effect = {
      kind: 'writes',
      table: 'posts',
      column: 'kind',
      statement: null,
      source: null,
      sample: [],
    } as const
    const migration = {
      name: step?.migration.replace('migrations/', '') ?? '',
      destructive: false,
      checks: [],
      effects: [{ ...effect, message, operation: rewriting, rows: 454, of: 2016 }],
      copies: [],
      rowsRead: 0,
      rowsWritten: 0,
      unpredicted: [],
    }
    const found = { migrations: [migration], rules: [], rowsRead: 0, rowsWritten: 0, failing: 0 }
    const met = step && countedRows('production', found).ofStep(step)
    expect(met?.map(({ words }) => words)).toEqual([message])
  })

  it('says which rows a handwritten statement concerns, and that nothing proves them to be the right ones', () => {
    const state = { collections: [defineCollection({ name: 'posts', fields: { title: field.string() } })] }
    const byHand = `DELETE FROM "posts" WHERE "title" = 'a' AND "status" <> 'published';\nUPDATE "posts" SET "title" = 'b';\n`
    const proven = { engine: 'D1', rows: 3, tables: 1, lost: [], unproven: [], failures: [] } as const
    const report = reportOn(state, state, { proven }, byHand)
    expect(report.lost.flatMap(({ lines }) => lines)).toEqual([
      `affects rows of posts where "title" = 'a' AND "status" <> 'published'`,
      'affects all rows of posts',
    ])
    expect(printReviewMarkdown(report)).toContain('and whether handwritten SQL affects the intended rows')
    expect(printReviewText(report, plain)).toContain('and whether handwritten SQL affects the intended rows')
  })

  it('does not hide among indexes what else happens in the database', () => {
    const orders = (fields: Fields, ...indexes: string[][]) => ({
      collections: [defineCollection({ name: 'orders', fields, indexes: indexes as [] })],
    })
    const [a, b] = [field.string(), field.string()]
    const summary = (to: State) => reportOn(orders({ a }), to).database.replace(/^`.*?` /, '')
    expect(summary(orders({ a, b }, ['a', 'b']))).toBe('adds 1 field')
    expect(summary(orders({ a }, ['a', '-createdAt']))).toBe('adds 1 index')
  })

  it('never says that nothing is lost beside a loss', () => {
    const proven = { engine: 'D1', rows: 3, tables: 1, lost: [], unproven: [], failures: [] } as const
    const [loss] = reportOn(before, after).lost
    const [step] = loss?.steps ?? []
    const byHand = step ? [{ steps: [{ ...step, operation: null }] }] : []
    const tried = 'replayed on D1, 3 sample rows in 1 table'
    expect(describeProof(proven, [])).toBe(`${tried}, nothing lost`)
    expect(describeProof(proven, loss ? [loss] : [])).toBe(`${tried}, nothing lost except what is listed under Lost`)
    expect(describeProof(proven, byHand)).toBe(
      `${tried}, nothing lost except what handwritten SQL removes, listed under Lost`,
    )
  })

  it('names what a rebuild of a table loses, whatever else is done', () => {
    const state = (fields: Fields, size: ReturnType<typeof integer> | ReturnType<typeof text>) => {
      const gadgets = sqliteTable('gadgets', { id: text('id').primaryKey(), size: size as never })
      return {
        collections: [defineCollection({ name: 'orders', fields })],
        plugins: [definePlugin({ name: 'gadgets', version: '1.0.0', data: { tables: { gadgets } } })()],
        lossy: { 'gadgets.size': 'sizes are numbers' },
      }
    }
    const report = reportOn(
      state({ number: field.string() }, text('size')),
      state({ number: field.string(), note: field.string() }, integer('size')),
    )
    expect(report.lost.map(({ message }) => message)).toEqual([expect.stringContaining('gadgets')])
    expect(report.counts).toContainEqual(['destructive', 1])
  })

  it('of no change is two lines', () => {
    expect(printReviewText(reportOn(before, before), plain)).toBe(
      'shop: no change\ncompared with origin/main (0123456)',
    )
    expect(printReviewMarkdown(reportOn(before, before))).toBe(
      `${MARKER}\n\n## shop: no change\n\ncompared with \`origin/main (0123456)\`\n`,
    )
  })

  it('lets no text become markup, a cell or a mention', () => {
    const comment = printReviewMarkdown(reportOn(before, after))
    expect(comment).toContain('moved to the \\`archive\\` \\| see &lt;wiki>, ask @<!-- -->editors')
  })

  it('fits into a comment, however much there is', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      defineCollection({
        name: `c${index}`,
        fields: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, field.string()])),
      }),
    )
    const comment = printReviewMarkdown(reportOn(null, { collections: many }))
    expect(comment.length).toBeLessThan(65_536)
    expect(comment.startsWith(MARKER)).toBe(true)
    expect(comment).toContain('the files under `migrations/`')
  })

  it('of a config that does not compile holds what the compiler says', () => {
    const comment = printDiagnosticsMarkdown([
      {
        code: 'unknown-option',
        severity: 'error',
        message: 'There is no option max_length.',
        hint: 'Did you mean max?',
        file: 'collections/posts.ts',
        line: 4,
        column: 3,
        frame: '> 4 | max_length: 3',
        docs: 'docs/diagnostics.md#unknown-option',
      },
    ])
    expect(comment).toBe(
      [
        MARKER,
        '## Config does not compile: 1 error',
        '**There is no option max_length.** `unknown-option` · `collections/posts.ts:4`',
        'Did you mean max?',
        '```\n> 4 | max_length: 3\n```\n',
      ].join('\n\n'),
    )
  })
})

describe('a review as annotations', () => {
  it('marks the lines, counted from the repository, and leaves out what is safe', () => {
    const orders = (fields: Fields) => ({ collections: [defineCollection({ name: 'orders', fields })] })
    const report = reportOn(orders({ a: field.string() }), orders({ a: field.string({ max: 5 }), b: field.string() }))
    const lines = printReviewAnnotations(report, 'apps/cms/')
    expect(lines).toContain(
      '::warning file=apps/cms/test.ts,line=1,title=cms diff%3A breaking::orders.a has max 5; previously none',
    )
    expect(lines.join('\n')).not.toContain('orders.b')
  })

  it('keeps a message on one line', () => {
    const report = reportOn(before, { ...after, cors: { origins: ['https://100%.example'] } })
    expect(printReviewAnnotations(report, '')).toContain(
      '::warning title=cms diff%3A opens::the website https://100%25.example may call the API from the browsers of visitors',
    )
  })

  it('marks what the compiler says in the same way, hints included', () => {
    const mistake = { code: 'unknown-option', severity: 'error', column: 1, frame: null, docs: '' } as const
    const lines = printDiagnosticAnnotations(
      [
        { ...mistake, message: 'No such option.', hint: 'Did you mean max?', file: 'collections/posts.ts', line: 4 },
        { ...mistake, message: 'Nowhere.', hint: null, file: null, line: null },
      ],
      'apps/cms/',
    )
    expect(lines).toEqual([
      '::error file=apps/cms/collections/posts.ts,line=4,title=unknown-option::No such option.%0ADid you mean max?',
      '::error title=unknown-option::Nowhere.',
    ])
  })
})

describe('the order of a deploy', () => {
  const orders = (fields: Fields, spec: object = {}) => ({
    collections: [defineCollection({ name: 'orders', fields, ...spec })],
  })
  const planOf = (from: ReturnType<typeof orders>, to: ReturnType<typeof orders>) => {
    const text = printReviewText(reportOn(from, to), plain)
    return text
      .slice(text.indexOf('Deploy'))
      .split('\n')
      .filter((line) => /^ {4}\d\./.test(line))
      .map((line) => line.trim())
  }
  const base = orders({ a: field.string() })

  it('has what only adds before the program', () => {
    expect(planOf(base, orders({ a: field.string(), b: field.string() }))).toEqual([
      '1. the affected rows are checked; if a migration would fail, the deploy stops here and changes nothing',
      '2. the database is backed up',
      '3. migrations/0002_add_orders_b.sql is applied: these additions do not affect the running program',
      '4. the new program is uploaded',
    ])
  })

  it('names no environment where there is none besides development', () => {
    const alone = { ...base, environments: { development: {} } }
    const wider = { ...orders({ a: field.string(), b: field.string() }), environments: { development: {} } }
    expect(printReviewText(reportOn(alone, wider), plain)).toMatch(/^ {2}npx cms deploy$/m)
  })

  const CHECKED = 'the affected rows are checked; if a migration would fail, the deploy stops here and changes nothing'
  const BACKUP = 'the database is backed up'
  const UPLOAD = 'the new program is uploaded'
  const WAITS = 'until then, a request for data waits for up to 15 seconds, and then gets 503'
  const BACK = '`npx cms rollback --env production`'
  const file = (name: string) => `\`migrations/${name}.sql\``
  const refused = (name: string) => [
    `Until ${file(name)} is applied, ${BACK} runs the previous program again.`,
    expect.stringMatching(/^Once it is applied, the command refuses to run: .* --force`, then `npx cms restore /),
  ]
  const wide = orders({ a: field.string(), b: field.string() })
  const production = (migrations: 'apply' | 'off') => ({
    environments: { development: {}, staging: {}, production: { migrations } },
  })
  type Case = [name: string, to: State, byHand: string | null, steps: string[], back: unknown[]]
  const cases: Case[] = [
    [
      'nothing',
      orders({ a: field.string({ max: 9 }) }),
      null,
      [`${UPLOAD}; the database does not change`],
      [`${BACK} runs the previous program again; the database does not change, and nothing needs to be restored.`],
    ],
    [
      'additions',
      wide,
      null,
      [
        CHECKED,
        BACKUP,
        `${file('0002_add_orders_b')} is applied: these additions do not affect the running program`,
        UPLOAD,
      ],
      [
        `${BACK} runs the previous program again; what ${file('0002_add_orders_b')} adds stays, and nothing needs to be restored.`,
      ],
    ],
    [
      'a removal, without which the new program works',
      orders({ a: field.string() }, { dropped: { b: 'unused' } }),
      null,
      [
        CHECKED,
        BACKUP,
        UPLOAD,
        `${file('0002_drop_orders_b')} is applied; the new program works on the earlier schema, too, so no request waits`,
      ],
      refused('0002_drop_orders_b'),
    ],
    [
      'a new name',
      orders({ b: field.string({ renamedFrom: 'a' }) }),
      null,
      [CHECKED, BACKUP, UPLOAD, `${file('0002_rename_orders_a_to_b')} is applied; ${WAITS}`],
      refused('0002_rename_orders_a_to_b'),
    ],
    [
      'a backfill',
      orders({ a: field.string(), b: field.string({ backfill: { field: 'a' } }) }),
      null,
      [CHECKED, BACKUP, UPLOAD, `${file('0002_add_orders_b')} is applied; ${WAITS}`],
      refused('0002_add_orders_b'),
    ],
    [
      'additions and a handwritten migration',
      wide,
      `UPDATE "orders" SET "b" = "a";\n`,
      [
        CHECKED,
        BACKUP,
        `${file('0002_add_orders_b')} is applied: these additions do not affect the running program`,
        UPLOAD,
        `${file('0009_by_hand')} is applied; ${WAITS}`,
      ],
      refused('0009_by_hand'),
    ],
    [
      'a program that applies harmless migrations itself',
      { ...orders({ b: field.string({ renamedFrom: 'a' }) }), ...production('apply') },
      null,
      [
        CHECKED,
        BACKUP,
        UPLOAD,
        `${file('0002_rename_orders_a_to_b')} is applied; if a request comes first, the new program applies pending migrations itself`,
      ],
      refused('0002_rename_orders_a_to_b'),
    ],
    [
      'a program that does not apply a handwritten loss itself',
      { ...base, ...production('apply') },
      `DELETE FROM "orders";\n`,
      [CHECKED, BACKUP, UPLOAD, `${file('0009_by_hand')} is applied; until then, requests for data get 503`],
      refused('0009_by_hand'),
    ],
    [
      'a program that does not check',
      { ...orders({ b: field.string({ renamedFrom: 'a' }) }), ...production('off') },
      null,
      [
        CHECKED,
        BACKUP,
        UPLOAD,
        `${file('0002_rename_orders_a_to_b')} is applied; until then, requests to the new program may fail`,
      ],
      [
        refused('0002_rename_orders_a_to_b')[0],
        expect.stringContaining('does not know this migration, and requests to it may fail.'),
      ],
    ],
  ]
  it.each(cases)('is that of `cms deploy`, and back: %s', (_, to, byHand, steps, back) => {
    const before = to.collections.some(({ dropped }) => dropped !== undefined) ? wide : base
    const from = { ...before, ...(to.environments !== undefined && { environments: to.environments }) }
    const { deploy } = reportOn(from, to, {}, byHand)
    expect(deploy?.steps).toEqual(steps)
    expect(deploy?.rollback).toEqual(back)
  })

  it('begins with all migrations where nothing was deployed before', () => {
    const { deploy } = reportOn(null, wide)
    expect(deploy?.steps).toEqual([`${file('0001_initial')} is applied to the new database`, UPLOAD])
    expect(deploy?.rollback).toEqual([expect.stringContaining('there may be no program and no data to go back to')])
  })

  it('says what a rollback does not take back', () => {
    const open = { ...base, cors: { origins: ['https://www.example.com'] } }
    const moved = (domain: string) => ({ ...base, environments: { development: {}, production: { domain } } })
    expect(reportOn(base, open).deploy?.rollback.at(-1)).toBe(
      'What people read, wrote, published or deleted before the rollback is not undone.',
    )
    expect(reportOn(moved('a.example.com'), moved('b.example.com')).deploy?.rollback.at(-1)).toMatch(
      /^A rollback does not change addresses, DNS/,
    )
  })
})
