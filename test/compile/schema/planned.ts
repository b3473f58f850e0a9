import { localize } from '../../../src/compile/lower/localize.ts'
import { diffCollections } from '../../../src/compile/schema/compare/diff-collections.ts'
import type { CollectionColumn } from '../../../src/compile/schema/model/collection-columns.ts'
import { COPIES } from '../../../src/compile/schema/model/copies.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import type { PluginTables } from '../../../src/compile/schema/model/plugin-tables.ts'
import { planSteps } from '../../../src/compile/schema/plan/plan.ts'
import { type Facts, factsOf } from '../../../src/compile/schema/steps/facts.ts'
import { visit } from '../../../src/compile/schema/steps/operation.ts'
import { phaseOf } from '../../../src/compile/schema/steps/phase.ts'
import { classOfStep, type Step } from '../../../src/compile/schema/steps/step.ts'
import { SUBJECTS } from '../../../src/compile/schema/steps/subject.ts'
import type { Collection, Config } from '../../../src/config/index.ts'
import { fieldTypes } from '../../../src/config/index.ts'
import { loweredIn } from './lowered.ts'

/** A project as far as its database goes. */
export interface Stage {
  readonly collections: readonly Collection[]
  readonly options?: Partial<Config>
  readonly tables: readonly PluginTables[]
}

export interface Planned {
  readonly steps: readonly Step[]
  /** Facts of the fields before. */
  readonly facts: Facts
  readonly findings: readonly { readonly code: string; readonly message: string }[]
}

/** Plans the migration from one stage to another, before it is proven and written. */
export function planBetween(before: Stage, after: Stage, columns: readonly CollectionColumn[] = []): Planned {
  const [base, target] = [loweredStage(before), loweredStage(after)]
  const config = localize({ name: 'test', environments: {}, ...after.options, collections: after.collections })
  const facts = factsOf(base)
  const diff = diffCollections(facts, target, config, fieldTypes, () => false)
  const { steps, findings } = planSteps({
    base: modelSchema(base, before.tables),
    target: modelSchema(target, after.tables),
    changes: diff.changes,
    collections: target,
    config,
    types: fieldTypes,
    collectionColumns: columns,
  })
  return { steps, facts, findings: [...diff.findings, ...findings] }
}

function loweredStage({ collections, options = {} }: Stage) {
  const config = localize({ name: 'test', environments: {}, ...options, collections })
  return loweredIn(options.locales, config.collections)
}

/**
 * A migration in few words: its phase, and for each step its class, its operation, and what its statements do to what,
 * `safe add-field posts.subject: ADD COLUMN posts.subject, CREATE INDEX posts__subject__idx`.
 */
export function traceOf({ steps, facts, findings }: Planned): string[] {
  if (findings.length > 0) return findings.map(({ code, message }) => `refused ${code}: ${message}`)
  if (steps.length === 0) return ['nothing']
  const phase = phaseOf({ header: { format: 2, origin: 'build', parent: null, before: null, after: '' }, steps }, facts)
  const lines = Map.groupBy(steps, (step) => {
    // The copies of documents follow one after the other, each in the same way.
    return COPIES.reduce((line, copy) => line.replaceAll(copy, '<copy>'), traceOfStep(step))
  })
  return [phase, ...[...lines].map(([line, same]) => (same.length === 1 ? line : `${line} (${same.length} of them)`))]
}

function traceOfStep(step: Step): string {
  const { operation, statements } = step
  const subject = operation ? `${operation.kind} ${visit(operation, SUBJECTS)}`.trim() : 'no operation'
  const done = statements.length === 0 ? '' : `: ${summed(statements.map(verbOf)).join(', ')}`
  return `${classOfStep(step)} ${subject}${done}`
}

/** More than two things of one sort in a row are counted. */
function summed(verbs: readonly string[]): string[] {
  const runs: string[][] = []
  for (const verb of verbs) {
    const last = runs.at(-1)
    if (last && sortOf(last[0] ?? '') === sortOf(verb)) last.push(verb)
    else runs.push([verb])
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run.length} ${sortOf(run[0] ?? '')}`] : run))
}

function sortOf(verb: string): string {
  return verb.slice(0, verb.lastIndexOf(' '))
}

/** Statements by their first words, each with what is told of them. */
const VERBS: readonly (readonly [RegExp, string])[] = [
  [/^ALTER TABLE "([^"]+)" (ADD|DROP) COLUMN "([^"]+)"/, '$2 COLUMN $1.$3'],
  [/^ALTER TABLE "([^"]+)" RENAME COLUMN "([^"]+)" TO "([^"]+)"/, 'RENAME COLUMN $1.$2>$3'],
  [/^ALTER TABLE "([^"]+)" RENAME TO "([^"]+)"/, 'RENAME TABLE $1>$2'],
  [/^CREATE TABLE "([^"]+)" AS SELECT .* FROM "([^"]+)"$/s, 'COPY $2>$1'],
  [/^CREATE (?:VIRTUAL )?TABLE "([^"]+)"/, 'CREATE TABLE $1'],
  [/^CREATE (UNIQUE )?INDEX "([^"]+)"/, 'CREATE $1INDEX $2'],
  [/^(CREATE TRIGGER|DROP \w+|DELETE FROM|INSERT INTO|PRAGMA) "?(\w+)/, '$1 $2'],
  [/^UPDATE "([^"]+)" SET "([^"]+)"/, 'UPDATE $1.$2'],
]

function verbOf(sql: string): string {
  for (const [pattern, words] of VERBS) {
    const found = pattern.exec(sql)
    if (found) return words.replace(/\$(\d)/g, (_, at: string) => found[Number(at)] ?? '')
  }
  throw new Error(`there are no words for ${sql}`)
}
