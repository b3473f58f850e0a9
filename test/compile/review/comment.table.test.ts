import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ChangeClass, CLASSES, type DatabaseChange } from '../../../src/compile/review/change.ts'
import type { Item } from '../../../src/compile/review/item.ts'
import { escapeText } from '../../../src/compile/review/print/markdown.ts'
import { printReviewMarkdown } from '../../../src/compile/review/print/print-markdown.ts'
import type { Report } from '../../../src/compile/review/report.ts'
import { visible } from '../../../src/ground/visible.ts'
import { shareOfRuns } from '../../harness/share.ts'
import { reportOn } from './review-of.ts'

const EMPTY = reportOn({ collections: [] }, { collections: [] })

/** Parts of names, reasons and SQL that could break out of their place. */
const HOSTILE = [
  '</details>',
  '<details>',
  '```',
  '````sql',
  '|',
  '\n',
  '\r\n',
  '\\',
  '`',
  '<!--',
  '-->',
  '\n\n## shop: no change\n\n',
  '\n| a | b |\n|:--|:--|\n',
  '**',
  '$x$',
  '@everyone',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  '\ud800',
  '\u001b[2J',
  'https://example.com/',
]

const word = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z][a-z ]{0,30}$/) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const long = fc.tuple(text, fc.constantFrom(1, 1, 1, 30, 200)).map(([words, times]) => words.repeat(times))

const step = (grade: ChangeClass) =>
  fc.record({ message: text, sql: fc.array(long, { minLength: 1, maxLength: 3 }) }).map(
    ({ message, sql }): DatabaseChange => ({
      class: grade,
      kind: 'statement',
      subject: 'posts',
      message,
      source: null,
      migration: 'migrations/0002_x.sql',
      operation: null,
      notes: [],
      sql,
    }),
  )

const item = (grade: ChangeClass) =>
  fc
    .record({
      message: text,
      lines: fc.array(text, { maxLength: 4 }),
      reasons: fc.array(long, { maxLength: 2 }),
      source: fc.option(text),
      steps: fc.array(step(grade), { maxLength: 2 }),
    })
    .map((parts): Item => ({ ...parts, class: grade, area: 'database', kind: 'x', subject: 'posts', rows: [] }))

/** Reviews in which each class has few changes, or many. */
const reports = fc
  .record({
    sizes: fc.record(Object.fromEntries(CLASSES.map((name) => [name, fc.constantFrom(0, 1, 3, 40, 200)]))),
    patterns: fc.record(
      Object.fromEntries(CLASSES.map((name) => [name, fc.array(item(name), { minLength: 1, maxLength: 4 })])),
    ),
  })
  .map(({ sizes, patterns }): Report => {
    const of = (name: ChangeClass) =>
      Array.from({ length: sizes[name] ?? 0 }, (_, at): Item => {
        const { message, ...rest } = patterns[name]?.[at % (patterns[name]?.length ?? 1)] ?? fail()
        return { ...rest, message: `${name} ${at}: ${message}` }
      })
    const [lost, opens, breaks] = [of('destructive'), of('opens'), of('breaking')]
    const rest = [...of('caution'), ...of('safe')]
    const steps = [...lost, ...opens, ...breaks, ...rest].flatMap((found) => found.steps)
    const deploy = { environment: null, commands: ['npx cms deploy'], steps: [], rollback: [], health: null }
    return { ...EMPTY, lost, opens, breaks, rest, steps, deploy }
  })

function fail(): never {
  throw new Error('a pattern is missing')
}

/** Reads a comment line by line, as GitHub does: fences, folded sections and rows of tables. */
function examine(comment: string) {
  const open: string[] = []
  const rows: string[] = []
  const mistakes: string[] = []
  let fence: string | null = null
  let columns = 0
  for (const line of comment.split('\n')) {
    const marks = /^(`{3,})(?:sql|sh)?$/.exec(line)?.[1] ?? null
    if (fence !== null) {
      if (marks !== null && marks.length >= fence.length && line === marks) fence = null
      continue
    }
    if (marks !== null) fence = marks
    const unescaped = line.replace(/\\./g, '')
    const inCode = unescaped.replace(/`[^`]*`/g, 'code')
    if (/^<details>/.test(line)) open.push(line)
    else if (line === '</details>') {
      if (open.pop() === undefined) mistakes.push('closes what is not open')
    } else if (/<\/?details/.test(inCode.replace(/^<details><summary>.*<\/summary>$/, ''))) mistakes.push(line)
    if (!line.startsWith('|')) columns = 0
    else {
      const cells = unescaped.split('|').length
      if (columns !== 0 && cells !== columns) mistakes.push(`row of ${cells} cells: ${line}`)
      columns = cells
      if (open.length === 0) rows.push(line)
    }
  }
  return { mistakes, rows, isClosed: fence === null && open.length === 0 }
}

it('is whole Markdown that names what opens and what is lost, whatever is in a review', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const comment = printReviewMarkdown(report)
      const { mistakes, rows, isClosed } = examine(comment)
      expect({ mistakes, isClosed, isShort: comment.length <= 65_536 }).toEqual({
        mistakes: [],
        isClosed: true,
        isShort: true,
      })
      expect(comment).toBe(visible(comment))
      const [top = ''] = comment.split('\n## ')
      const shown = [...report.opens, ...report.lost].filter(({ message }) => {
        const [begin = ''] = message.split(':')
        return rows.some((row) => row.startsWith(`| **${escapeText(begin)}:`))
      })
      if (shown.length < report.opens.length + report.lost.length) {
        expect(top).toContain('[!CAUTION]')
        expect(top).toContain('`npx cms diff --base origin/main` prints all.')
      }
    }),
    { numRuns: shareOfRuns(60) },
  )
})
