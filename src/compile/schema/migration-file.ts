import { createHash } from 'node:crypto'
import type { Migration } from '../../manifest/index.ts'
import { splitSql } from './statements.ts'
import type { Step, StepClass } from './step.ts'

/** A file of `migrations/`, read. */
export interface MigrationFile {
  /** `0002_add_posts_summary.sql`. */
  readonly name: string
  readonly number: number
  readonly text: string
  /** SHA-256 of the text, hex. */
  readonly checksum: string
  /** `null` for a file without a header, as another tool would write it. */
  readonly header: MigrationHeader | null
  /** A statement that stands below no step's comment belongs to a step without a title. */
  readonly steps: readonly Step[]
}

export interface MigrationHeader {
  /** Made by the compiler, or by hand. */
  readonly origin: 'build' | 'hand'
  /** The checksum of the migration before; `null` for the first. */
  readonly parent: string | null
  /** Hashes of the schema; `before` is `null` for the first. */
  readonly before: string | null
  readonly after: string
}

/**
 * The text of a migration. The same steps give the same bytes: no time, no path of this machine.
 * @param made what its first line says of who made it. Default: what its origin says.
 */
export function printMigration(header: MigrationHeader, steps: readonly Step[], made = madeBy(header)): string {
  const head = [made, `parent: ${header.parent ?? NONE}`, `schema: ${header.before ?? NONE} -> ${header.after}`]
  return `${[comment(head), ...steps.map(printStep)].join('\n\n')}\n`
}

function madeBy({ origin }: MigrationHeader): string {
  return origin === 'build' ? MADE_BY_BUILD : MADE_BY_HAND
}

const MADE_BY_BUILD = 'Made by `cms build` from cms.config.ts, and rewritten by it until git has it.'
const MADE_BY_HAND = 'Made by `cms migrate create`; what it does is written by hand.'
const NONE = 'none'

function printStep(step: Step): string {
  const source = step.source === null ? '' : ` (${step.source})`
  const lines = [`${step.class}: ${step.title}${source}`, ...step.facts.map((fact) => `  ${fact}`), ...step.notes]
  return [comment(lines), ...step.statements.map((statement) => `${statement};`)].join('\n')
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => `-- ${line}`).join('\n')
}

/** Reads a migration's text. Throws nothing: what is not as the compiler writes it is a plain statement or a note. */
export function parseMigration(name: string, text: string): MigrationFile {
  const head: string[] = []
  const steps: Draft[] = []
  for (const part of splitSql(text)) {
    const line = part.kind === 'comment' ? part.text.replace(/^-- ?/, '').trimEnd() : null
    const started = line === null ? null : startStep(line)
    const current = steps.at(-1)
    if (started) steps.push(started)
    else if (line === null && !current) steps.push({ ...emptyStep('caution', '', null), statements: [part.text] })
    else if (line === null) current?.statements.push(part.text)
    else if (!current) head.push(line)
    else if (line.startsWith('  ')) current.facts.push(line.trim())
    else current.notes.push(line)
  }
  const number = Number(/^\d+/.exec(name)?.[0] ?? 0)
  return { name, number, text, checksum: checksumOf(text), header: parseHeader(head), steps }
}

type Draft = { -readonly [Key in keyof Step]: Step[Key] extends readonly string[] ? string[] : Step[Key] }

function emptyStep(stepClass: StepClass, title: string, source: string | null): Draft {
  return { class: stepClass, title, source, facts: [], notes: [], statements: [] }
}

const STEP = /^(safe|caution|breaking|destructive): (.+?)(?: \(([^()\s]+:\d+)\))?$/

function startStep(line: string): Draft | null {
  const [, stepClass, title, source] = STEP.exec(line) ?? []
  if (stepClass === undefined || title === undefined) return null
  // The expression allows no other words there.
  return emptyStep(stepClass as StepClass, title, source ?? null)
}

function parseHeader(lines: readonly string[]): MigrationHeader | null {
  const parent = matchIn(lines, /^parent: ([0-9a-f]{64}|none)$/)
  const schema = lines
    .map((line) => /^schema: ([0-9a-f]{64}|none) -> ([0-9a-f]{64})$/.exec(line))
    .find((found) => found)
  const after = schema?.[2]
  if (parent === null || after === undefined) return null
  return {
    origin: lines.includes(MADE_BY_BUILD) ? 'build' : 'hand',
    parent: orNone(parent),
    before: orNone(schema?.[1] ?? NONE),
    after,
  }
}

/** Whether it was made on top of that migration, `undefined` being an empty database. One without a header may be. */
export function isMadeOn(file: MigrationFile, before: MigrationFile | undefined): boolean {
  return !file.header || file.header.parent === (before?.checksum ?? null)
}

/** Whether its SQL is a person's, not the compiler's. */
export function isWrittenByHand(file: MigrationFile): boolean {
  return file.header?.origin !== 'build'
}

/**
 * The same migration on top of another, under a number that fits.
 * @param schema hashes before and after, `… -> …`. Default: as they were.
 */
export function layOn(file: MigrationFile, before: MigrationFile | undefined, schema?: string): MigrationFile {
  const number = String((before?.number ?? 0) + 1).padStart(4, '0')
  const text = file.text
    .replace(/^-- parent: .*$/m, `-- parent: ${before?.checksum ?? NONE}`)
    .replace(/^-- schema: .*$/m, (line) => (schema === undefined ? line : `-- schema: ${schema}`))
  return parseMigration(file.name.replace(/^\d+/, number), text)
}

function matchIn(lines: readonly string[], pattern: RegExp): string | null {
  return lines.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined) ?? null
}

function orNone(value: string): string | null {
  return value === NONE ? null : value
}

export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A migration as the program carries it. */
export function toMigration(file: MigrationFile): Migration {
  return {
    name: file.name,
    checksum: file.checksum,
    statements: file.steps.flatMap((step) => step.statements),
    destructive: file.steps.some((step) => step.class === 'destructive'),
  }
}
