import { createHash } from 'node:crypto'
import type { Migration } from '../../../manifest/index.ts'
import { splitSql } from '../sql/statements.ts'
import { type MigrationHeader, NONE, type Origin, readChain } from '../steps/migration-header.ts'
import { parseOperation, printOperation } from '../steps/operation.ts'
import { phaseOf, phasesOf } from '../steps/phase.ts'
import { classOfStep, headingOf, notesOfStep, type Step } from '../steps/step.ts'
import { isFormat1, readFormat1 } from './format-1.ts'

/** A parsed file of `migrations/`. */
export interface MigrationFile {
  /** Name of the file: `0002_add_posts_summary.sql`. */
  readonly name: string
  readonly number: number
  readonly text: string
  /** SHA-256 of the text in hex. */
  readonly checksum: string
  /** The header; `null` for a file without a header, such as one from another tool. */
  readonly header: MigrationHeader | null
  /** The steps. Statements without an operation belong to a step without one. */
  readonly steps: readonly Step[]
}

/** Prints a migration. Equal steps yield equal bytes: there is neither a time nor a path of this machine. */
export function printMigration(header: Omit<MigrationHeader, 'format'>, steps: readonly Step[]): string {
  const head = [
    'format: 2',
    `made-by: ${MAKERS[header.origin]}`,
    `parent: ${header.parent ?? NONE}`,
    `schema: ${header.before ?? NONE} -> ${header.after}`,
  ]
  return `${[comment(head), ...steps.map(printStep)].join('\n\n')}\n`
}

const MAKERS: Readonly<Record<Origin, string>> = { build: 'cms build', hand: 'hand' }

function printStep(step: Step): string {
  const source = step.operation?.at === undefined ? '' : ` (${step.operation.at})`
  const machine = step.operation ? [`op: ${printOperation(step.operation)}`] : []
  const words = [`${classOfStep(step)}: ${headingOf(step)}${source}`, ...notesOfStep(step)]
  return [comment([...machine, ...words]), ...step.statements.map((statement) => `${statement};`)].join('\n')
}

/** Prints comment lines. A line break inside one would end the comment. */
function comment(lines: readonly string[]): string {
  return lines.map((line) => `-- ${line.replace(/[\r\n\u2028\u2029]+/g, ' ')}`).join('\n')
}

/** Parses a migration's text. Never throws: whatever the compiler would not write is a plain statement or a comment. */
export function parseMigration(name: string, text: string): MigrationFile {
  const { header, steps } = isFormat1(text) ? readFormat1(text) : readFormat2(text)
  const number = Number(/^\d+/.exec(name)?.[0] ?? 0)
  return { name, number, text, checksum: checksumOf(text), header, steps }
}

interface Draft {
  operation: Step['operation']
  statements: string[]
}

/**
 * Parses format 2, in which a line above each step contains its operation; all other comments are for people and
 * ignored.
 */
function readFormat2(text: string): Pick<MigrationFile, 'header' | 'steps'> {
  const head: string[] = []
  const drafts: Draft[] = []
  for (const part of splitSql(text)) {
    const line = part.kind === 'comment' ? part.text.replace(/^-- ?/, '').trimEnd() : null
    const operation = line?.startsWith(OPERATION) ? parseOperation(line.slice(OPERATION.length)) : null
    if (operation) drafts.push({ operation, statements: [] })
    else if (line === null) statementsOfLast(drafts).push(part.text)
    else if (drafts.length === 0) head.push(line)
  }
  return { header: readHeader(head), steps: drafts.map((draft) => ({ ...draft, remarks: [] })) }
}

const OPERATION = 'op: '

function statementsOfLast(drafts: Draft[]): string[] {
  if (drafts.length === 0) drafts.push({ operation: null, statements: [] })
  return drafts.at(-1)?.statements ?? []
}

function readHeader(lines: readonly string[]): MigrationHeader | null {
  const maker = lines.map((line) => /^made-by: (.+)$/.exec(line)?.[1]).find((found) => found !== undefined)
  return readChain(lines, maker === MAKERS.build ? 'build' : 'hand', 2)
}

/**
 * Tells whether a migration is based on another one, or on an empty database if `before` is `undefined`. Returns `true`
 * for a migration without a header.
 */
export function isMadeOn(file: MigrationFile, before: MigrationFile | undefined): boolean {
  return !file.header || file.header.parent === (before?.checksum ?? null)
}

/** Tells whether a person, not the compiler, wrote the SQL of a migration. */
export function isWrittenByHand(file: MigrationFile): boolean {
  return file.header?.origin !== 'build'
}

/**
 * Returns the same migration after another one, with the next number.
 * @param schema hashes before and after, `… -> …`. Default: unchanged
 */
export function placeAfter(file: MigrationFile, before: MigrationFile | undefined, schema?: string): MigrationFile {
  const number = String((before?.number ?? 0) + 1).padStart(4, '0')
  const text = file.text
    .replace(/^-- parent: .*$/m, `-- parent: ${before?.checksum ?? NONE}`)
    .replace(/^-- schema: .*$/m, (line) => (schema === undefined ? line : `-- schema: ${schema}`))
  return parseMigration(file.name.replace(/^\d+/, number), text)
}

export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Converts a chain to the program's migrations. */
export function toMigrations(files: readonly MigrationFile[]): readonly Migration[] {
  const phases = phasesOf(files)
  return files.map((file, index) => ({ ...toMigration(file), phase: phases[index] ?? 'switch' }))
}

/** Converts a single migration to the program's form. */
export function toMigration(file: MigrationFile): Migration {
  return {
    name: file.name,
    checksum: file.checksum,
    statements: file.steps.flatMap((step) => step.statements),
    destructive: file.steps.some((step) => classOfStep(step) === 'destructive'),
    phase: phaseOf(file),
  }
}

/** Returns the text of a migration without the positions (`file:line`) that its comments mention. */
export function withoutPlaces(text: string): string {
  return text.replace(/^-- .*$/gm, (line) => line.replace(/"at":"[^"]*:\d+"|\([^()\s]+:\d+\)$/, ''))
}
