import type { MigrationPhase } from '../../../manifest/index.ts'
import { COPIES, REFERENCES } from '../model/copies.ts'
import { applyFacts, type Facts } from './facts.ts'
import type { MigrationHeader } from './migration-header.ts'
import { type ByKind, visit } from './operation.ts'
import type { Step } from './step.ts'

/** The parts of a migration that determine its phase. */
interface Phased {
  readonly header: MigrationHeader | null
  readonly steps: readonly Step[]
}

/** Returns the phase of each migration of a chain, in order. Drops are judged by the facts before them. */
export function phasesOf(chain: readonly Phased[]): readonly MigrationPhase[] {
  let facts: Facts = new Map()
  return chain.map((file) => {
    const phase = phaseOf(file, facts)
    facts = applyFacts(facts, file.steps)
    return phase
  })
}

/**
 * Returns the phase of a migration. Its operations determine the phase, and its SQL must do no more than they say.
 * @param facts the facts before the migration; if they are unknown, a drop is a `switch`
 */
export function phaseOf({ header, steps }: Phased, facts: Facts = new Map()): MigrationPhase {
  const working = steps.filter(({ statements }) => statements.length > 0)
  if (working.length > 0 && header?.origin !== 'build') return 'switch'
  const phases = new Set(working.map((step) => phaseOfStep(step, facts)))
  phases.delete('neutral')
  const [phase = 'expand'] = phases
  return phases.size > 1 || phase === 'neutral' ? 'switch' : phase
}

/** Phase of a step. `neutral`: no program is affected. */
type StepPhase = MigrationPhase | 'neutral'

function phaseOfStep({ operation, statements }: Step, facts: Facts): StepPhase {
  if (operation === null) return 'switch'
  const phase = visit(operation, PHASES)(facts)
  return statements.every((statement) => ALLOWED[phase].test(statement)) ? phase : 'switch'
}

const COPY = COPIES.join('|')

/** First words that a step's SQL may have in each phase, so that the step does what its operation says. */
const ALLOWED: Readonly<Record<StepPhase, RegExp>> = {
  expand: /^(?:CREATE (?:VIRTUAL )?TABLE |CREATE (?:UNIQUE )?INDEX |CREATE TRIGGER |ALTER TABLE "[^"]+" ADD COLUMN )/,
  contract: new RegExp(
    `^(?:DROP (?:TABLE|INDEX) |ALTER TABLE "[^"]+" DROP COLUMN |DELETE FROM "(?:content|${REFERENCES}|${COPY})" WHERE "collection_id" = |UPDATE "(?:${COPY})" SET "data" = )`,
  ),
  neutral: /^(?:(?:DROP|CREATE) TRIGGER |DROP INDEX |CREATE (?:UNIQUE )?INDEX |PRAGMA defer_foreign_keys)/,
  switch: /^/,
}

type Judge = (facts: Facts) => StepPhase

const always =
  (phase: StepPhase): Judge =>
  () =>
    phase

/**
 * Phase of each operation. A new unique field has a new column, which the older program leaves empty; a unique index
 * alone may reject that program's writes. New references prevent deletions by a program that does not know them.
 */
const PHASES: ByKind<Judge> = {
  'create-collection': () => always('expand'),
  'rename-collection': () => always('switch'),
  'drop-collection': ({ collection }) => leaving((facts) => facts.get(collection)?.values()),
  'add-field': ({ facts: { required } }) => always(required ? 'switch' : 'expand'),
  'rename-field': () => always('switch'),
  'change-field': () => always('switch'),
  'change-choices': () => always('switch'),
  'describe-field': () => always('neutral'),
  'drop-field': ({ collection, field }) =>
    leaving((facts) => {
      const dropped = facts.get(collection)?.get(field)
      return dropped && [dropped]
    }),
  'limit-collection': () => always('switch'),
  'create-table': () => always('expand'),
  'drop-table': () => always('switch'),
  'add-column': () => always('expand'),
  'drop-column': () => always('switch'),
  'rebuild-table': () => always('switch'),
  'create-index': ({ unique }) => always(unique ? 'switch' : 'expand'),
  'drop-index': ({ unique }) => always(unique ? 'switch' : 'contract'),
  'free-names': () => always('switch'),
  'rewrite-values': ({ fields }) => always(fields.length > 0 ? 'switch' : 'contract'),
  'carry-names': () => always('switch'),
  'set-aside': () => always('neutral'),
  derive: () => always('neutral'),
  'defer-foreign-keys': () => always('neutral'),
  'by-hand': () => always('switch'),
}

type Left = Iterable<{ readonly target: string | null }> | undefined

/**
 * Returns the function that determines the phase of a drop.
 * @param find returns facts of the dropped fields; `undefined` if they are unknown
 */
function leaving(find: (facts: Facts) => Left): Judge {
  return (facts) => {
    const fields = find(facts)
    return fields !== undefined && [...fields].every(({ target }) => target === null) ? 'contract' : 'switch'
  }
}
