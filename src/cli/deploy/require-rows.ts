import type { Check } from '../../compile/preflight/preflight.ts'
import { counted } from '../../ground/counted.ts'
import type { Compiled } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Target } from '../target/with-target.ts'

/** Kinds of checks whose rows make a migration fail; rows of other kinds are lost, as acknowledged in the config. */
const FAILING: readonly Check['kind'][] = ['required', 'unique', 'reference']

/**
 * Checks the rows of the live database against all pending migrations, before any of them is applied.
 * @returns the results in words
 * @throws Failure if rows would make a migration fail
 */
export async function requireRows(
  compilation: Compiled,
  { database }: Target,
  pending: readonly string[],
): Promise<string> {
  if (pending.length === 0) return 'nothing is pending'
  const { preflight } = await import('../../compile/preflight/preflight.ts')
  const { introspectSchema } = await import('../../compile/schema/sql/introspect.ts')
  const files = compilation.chain
  const { schema } = await database.find()
  const { migrations, rowsWritten } = await preflight({
    live: introspectSchema(schema),
    pending: files.filter(({ name }) => pending.includes(name)),
    collections: compilation.manifest.collections,
    query: (statements) => database.query(...statements),
  })
  const checks = migrations.flatMap((migration) =>
    migration.checks.map((check) => ({ ...check, name: migration.name })),
  )
  const failing = checks.filter(({ kind, rows }) => FAILING.includes(kind) && rows > 0)
  const [first] = failing
  if (first) throw refusal(first, failing.length)
  return `no row prevents ${pending.join(', ')}; about ${counted(rowsWritten, 'row')} will be written`
}

function refusal({ name, message, rows, sample, table }: Check & { readonly name: string }, count: number): Failure {
  const more = count > 1 ? ` ${counted(count - 1, 'more check')} would fail.` : ''
  const ids = sample.join(', ')
  return new Failure(`${name} would fail on ${counted(rows, 'row')} of ${table}: ${message}.${more}`, {
    hint: `Affected ${rows === 1 ? 'row' : 'rows'}: ${ids}${rows > sample.length ? ' and others' : ''}. \`cms migrate plan\` shows every check.`,
    exitCode: exitCodes.stale,
  })
}
