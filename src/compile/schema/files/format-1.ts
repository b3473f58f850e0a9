import type { Storage } from '../../../fields/field-type.ts'
import { splitSql } from '../sql/statements.ts'
import { type MigrationHeader, readChain } from '../steps/migration-header.ts'
import type { FieldFacts, Operation } from '../steps/operation.ts'
import type { Step } from '../steps/step.ts'

/**
 * Parses migrations of format 1, whose steps are sentences in comments. They stay valid, but are no longer written; no
 * other module knows their sentences.
 */
export function readFormat1(text: string): {
  readonly header: MigrationHeader | null
  readonly steps: readonly Step[]
} {
  const head: string[] = []
  const drafts: Draft[] = []
  for (const part of splitSql(text)) {
    const line = part.kind === 'comment' ? part.text.replace(/^-- ?/, '').trimEnd() : null
    const started = line === null ? null : startStep(line)
    if (started) drafts.push(started)
    else if (line === null) lastOf(drafts).statements.push(part.text)
    else if (drafts.length === 0) head.push(line)
    else if (line.startsWith('  ')) lastOf(drafts).facts.push(line.trim())
    else lastOf(drafts).notes.push(line)
  }
  const origin = head.includes(MADE_BY_BUILD) ? 'build' : 'hand'
  return { header: readChain(head, origin, 1), steps: drafts.map(toStep) }
}

/** Tells whether a text has format 1. */
export function isFormat1(text: string): boolean {
  return !/^-- format: 2\r?$/m.test(text.split(/\n\s*\n/, 1)[0] ?? '')
}

const MADE_BY_BUILD = 'Made by `cms build` from cms.config.ts, and rewritten by it until git has it.'

interface Draft {
  readonly class: string
  readonly title: string
  readonly source: string | undefined
  readonly facts: string[]
  readonly notes: string[]
  readonly statements: string[]
}

function draft(stepClass: string, title: string, source?: string): Draft {
  return { class: stepClass, title, source, facts: [], notes: [], statements: [] }
}

function lastOf(drafts: Draft[]): Draft {
  const last = drafts.at(-1) ?? draft('caution', '')
  if (drafts.length === 0) drafts.push(last)
  return last
}

const STEP = /^(safe|caution|breaking|destructive): (.+?)(?: \(([^()\s]+:\d+)\))?$/

function startStep(line: string): Draft | null {
  const [, stepClass, title, source] = STEP.exec(line) ?? []
  return stepClass === undefined || title === undefined ? null : draft(stepClass, title, source)
}

function toStep(step: Draft): Step {
  return { operation: operationOf(step), statements: step.statements, remarks: [] }
}

function operationOf(step: Draft): Operation | null {
  if (step.title === '') return null
  const found = TITLES.map(([pattern, read]) => {
    const [, ...names] = pattern.exec(step.title) ?? []
    return names.length > 0 || pattern.test(step.title) ? read(names, step) : null
  }).find((operation) => operation !== null)
  const operation = found ?? { kind: 'by-hand' as const, words: step.title }
  return step.source === undefined ? operation : { ...operation, at: step.source }
}

type Reader = (names: readonly (string | undefined)[], step: Draft) => Operation | null

const NOT_SAID = 'not recorded in this format'

/** Patterns of the titles in format 1, each with the function that returns the operation. */
const TITLES: readonly (readonly [RegExp, Reader])[] = [
  [
    /^create collection (\w+)$/,
    ([collection = ''], { facts }) => ({
      kind: 'create-collection',
      collection,
      fields: Object.fromEntries(facts.flatMap(parseFact)),
    }),
  ],
  [/^rename collection (\w+) to (\w+)$/, ([from = '', to = '']) => ({ kind: 'rename-collection', from, to })],
  [
    /^drop collection (\w+)$/,
    ([collection = ''], step) => ({ kind: 'drop-collection', collection, reason: reasonOf(step) }),
  ],
  [
    /^add field (\w+)\.(\w+)$/,
    ([collection = '', field = ''], step) => {
      const [fact] = step.facts.flatMap(parseFact)
      return fact ? { kind: 'add-field', collection, field, facts: fact[1], demanded: step.class === 'breaking' } : null
    },
  ],
  [
    /^rename field (\w+)\.(\w+) to (\w+)$/,
    ([collection = '', from = '', to = '']) => ({ kind: 'rename-field', collection, from, to }),
  ],
  [
    /^change field (\w+)\.(\w+)$/,
    ([collection = '', field = ''], step) => {
      const [fact] = step.facts.flatMap(parseFact)
      const lossy = step.class === 'destructive' ? NOT_SAID : null
      return fact ? { kind: 'change-field', collection, field, before: null, after: fact[1], lossy } : null
    },
  ],
  [
    /^drop field (\w+)\.(\w+)$/,
    ([collection = '', field = ''], step) => ({ kind: 'drop-field', collection, field, reason: reasonOf(step) }),
  ],
  [
    /^create table (\w+)$/,
    ([table = ''], { notes }) => ({ kind: 'create-table', table, owner: notes[0]?.replace(/^for /, '') ?? '' }),
  ],
  [/^drop table (\w+)$/, ([table = ''], step) => ({ kind: 'drop-table', table, reason: reasonOf(step) })],
  [/^add column (\w+)\.(\w+)$/, ([table = '', column = '']) => ({ kind: 'add-column', table, column })],
  [
    /^drop column (\w+)\.(\w+)$/,
    ([table = '', column = ''], step) => ({ kind: 'drop-column', table, column, reason: reasonOf(step) }),
  ],
  [
    /^rebuild table (\w+)$/,
    ([table = ''], { notes }) => ({
      kind: 'rebuild-table',
      table,
      dropped: columnsIn(notes, /^drops (\w+)$/),
      lossy: columnsIn(notes, /^values of (\w+) that do not read as the new type are lost$/),
    }),
  ],
  [
    /^create index (\w+)$/,
    ([index = ''], { statements }) => ({
      kind: 'create-index',
      table: /\bON "(\w+)"/.exec(statements[0] ?? '')?.[1] ?? '',
      index,
      unique: statements.some((sql) => sql.startsWith('CREATE UNIQUE')),
    }),
  ],
  [/^drop index (\w+)$/, ([index = '']) => ({ kind: 'drop-index', table: '', index, unique: false })],
  [/^free names that /, () => ({ kind: 'free-names', names: [] })],
  [/^carry content and versions over /, () => ({ kind: 'carry-names', renamed: {}, columns: [] })],
  [/^set aside what is derived /, () => ({ kind: 'set-aside', tables: [] })],
  [/^derive search, content and counts /, () => ({ kind: 'derive', tables: [] })],
  [/^check foreign keys once everything is done$/, () => ({ kind: 'defer-foreign-keys' })],
]

function reasonOf({ notes }: Draft): string {
  return notes[0] ?? ''
}

function columnsIn(notes: readonly string[], pattern: RegExp): Record<string, string> {
  return Object.fromEntries(
    notes.flatMap((note) => {
      const column = pattern.exec(note)?.[1]
      return column === undefined ? [] : [[column, NOT_SAID]]
    }),
  )
}

const FACT = /^(\w+): (\S+) as (text|integer|real|boolean|datetime|json|join)(?: to (\w+))?(, required)?$/

/** Parses a field's facts: `author: reference as text to authors, required`. */
function parseFact(text: string): [string, FieldFacts][] {
  const [, name, kind, storage, target, required] = FACT.exec(text) ?? []
  if (name === undefined || kind === undefined) return []
  // The expression allows no other words there.
  const facts = { kind, storage: storage as Storage, target: target ?? null, required: required !== undefined }
  return [[name, facts]]
}
