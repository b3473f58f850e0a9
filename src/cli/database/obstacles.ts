import type { Check } from '../../compile/preflight/preflight.ts'
import { counted } from '../../ground/counted.ts'
import type { Compiled } from '../compile-project.ts'
import { Failure } from '../failure.ts'
import type { LocalChange } from './local-change.ts'
import type { ProjectDatabase } from './project-database.ts'

/** Rows of the local database that prevent a change to the schema. */
export interface Obstacle {
  /** Sentence about the rows, with the reason. */
  readonly message: string
  /** Sentence that says how to solve the problem. */
  readonly hint: string
  /** Declaration that requires the change: a file, relative to the project, and a line. */
  readonly file: string | null
  readonly line: number | null
}

/** Finds the rows that prevent a change which the database has refused. */
export async function findObstacles(
  { found, move, pending }: LocalChange,
  compilation: Compiled,
  database: ProjectDatabase,
): Promise<readonly Obstacle[]> {
  const { preflight } = await import('../../compile/preflight/preflight.ts')
  const { introspectSchema } = await import('../../compile/schema/sql/introspect.ts')
  const { migrations } = await preflight({
    live: introspectSchema(found.schema),
    pending: move ? [{ name: 'the move', steps: move.steps }] : pending,
    collections: compilation.manifest.collections,
    query: (statements) => database.query(...statements),
  })
  return migrations.flatMap(({ checks }) => checks.filter(({ kind, rows }) => kind in HINTS && rows > 0)).map(obstacle)
}

/** Adds the obstacles to the failure of a change; returns the failure as it is if there are none. */
export function withObstacles(failure: Failure, obstacles: readonly Obstacle[]): Failure {
  const [first] = obstacles
  if (!first) return failure
  return new Failure(`${obstacles.map(({ message }) => message).join(' ')} Nothing was changed.`, {
    hint: first.hint,
    exitCode: failure.exitCode,
  })
}

/** Hints for the checks that make a migration fail; checks of other kinds count losses. */
const HINTS: Readonly<Record<string, string>> = {
  unique: 'Give these rows different values, or remove `unique`.',
  required: 'Give these rows a value, or add a `backfill` to the field.',
  reference: 'Point these rows to an existing document, or to none.',
}

function obstacle(check: Check): Obstacle {
  const [, file = null, line = null] = /^(.+):(\d+)$/.exec(check.source ?? '') ?? []
  return {
    message: `${check.message}: ${detailsOf(check)}.`,
    hint: HINTS[check.kind] ?? '',
    file,
    line: line === null ? null : Number(line),
  }
}

function detailsOf({ rows, sample, shared }: Check): string {
  const count = counted(rows, 'row')
  if (shared.length === 0) return `${count} (${listed(sample, sample.length < rows)})`
  const values = shared.map((entry) => `${JSON.stringify(entry.value)} in ${counted(entry.rows, 'row')}`)
  const named = shared.reduce((sum, entry) => sum + entry.rows, 0)
  return `${count} share a value with another (${listed(values, named < rows)})`
}

function listed(items: readonly (string | number)[], isCut: boolean): string {
  return `${items.join(', ')}${isCut ? ', …' : ''}`
}
