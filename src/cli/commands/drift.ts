import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Difference } from '../../compile/drift/find-drift.ts'
import type { MigrationDrift } from '../../runtime/migrations/index.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { contradiction, envOption, remedyFor } from '../target/contradiction.ts'
import { type Target, targetOptions, withTarget } from '../target/with-target.ts'

export const drift = defineCommand({
  name: 'drift',
  summary: 'Compare the schema of a database with its migrations',
  options: {
    ...targetOptions,
    write: { type: 'boolean', summary: 'Write a migration that repairs the database' },
  },
  async run(invocation) {
    const { root, options, variables } = invocation
    const compilation = await compileProject(invocation)
    const found = await withTarget({ root, config: compilation.config, options, variables }, (target) =>
      findDrift(root, compilation, target),
    )
    return { ...found, written: options.write ? await writeReconciliation(root, compilation, found) : null }
  },
  print: (outcome, output, { options }) => print(outcome, options, output),
  toJson({ drift, ledger, pending, written }) {
    return { drift, ledger: ledger.map(({ message }) => message), pending, written }
  },
  exitCode: ({ drift, ledger }) => (drift.length + ledger.length > 0 ? exitCodes.drift : exitCodes.done),
})

interface Found {
  readonly drift: readonly Difference[]
  /**
   * Contradictions between the ledger and the migrations. If there are any, the schemas are not compared, since the
   * origin of the live one is unknown.
   */
  readonly ledger: readonly MigrationDrift[]
  readonly target: Target
  readonly pending: readonly string[]
  readonly live: Awaited<ReturnType<Target['database']['find']>>['schema']
  readonly expected: Found['live']
}

/**
 * Compares the live schema with the one that the applied migrations create, so that a pending migration does not count
 * as drift. If the ledger contradicts the migrations, the schemas are not compared.
 */
async function findDrift(root: string, compilation: Compiled, target: Target): Promise<Found> {
  const { database, owner } = target
  const { readHistory } = await import('../../compile/schema/files/history.ts')
  const { schemaAfter } = await import('../../compile/drift/schema-after.ts')
  const compare = await import('../../compile/drift/find-drift.ts')
  const { applied, pending, drift: ledger } = await database.status(migrationsOf(compilation), owner)
  const { schema: live } = await database.find()
  const names = new Set(applied.map(({ name }) => name))
  const expected = schemaAfter(readHistory(root).files.filter(({ name }) => names.has(name)))
  return {
    drift: ledger.length > 0 ? [] : compare.findDrift(live, expected),
    ledger,
    target,
    pending,
    live,
    expected,
  }
}

/**
 * Writes a migration that undoes the drift.
 * @returns path of the migration; `null` if a migration can undo nothing of the drift
 */
async function writeReconciliation(root: string, compilation: Compiled, found: Found): Promise<string | null> {
  requireSettled(found)
  const { readHistory, MIGRATIONS_FOLDER } = await import('../../compile/schema/files/history.ts')
  const { reconciliation } = await import('../../compile/drift/reconciliation.ts')
  const { fieldTypesOf } = await import('../field-types.ts')
  const { config, manifest } = compilation
  const { files } = readHistory(root)
  const source = { ...found, collections: manifest.collections, types: fieldTypesOf(config) }
  const file = reconciliation(source, files)
  if (!file) return null
  const path = `${MIGRATIONS_FOLDER}/${file.name}`
  mkdirSync(join(root, MIGRATIONS_FOLDER), { recursive: true })
  writeFileSync(join(root, path), file.text, { flag: 'wx' })
  return path
}

/** Requires that the database has all migrations and no others, since the new migration is added after them. */
function requireSettled({ pending, ledger, target }: Found): void {
  if (ledger.length > 0) throw contradiction(ledger, target)
  if (pending.length === 0) return
  throw new Failure(`${pending[0]} is not applied to this database yet; nothing was written.`, {
    hint: `\`cms migrate apply${envOption(target)}\` applies it.`,
    exitCode: exitCodes.stale,
  })
}

function print(
  { drift: differences, ledger, pending, target, written }: Found & { readonly written: string | null },
  { env, write }: { readonly env: string; readonly write: boolean },
  output: Output,
): void {
  for (const entry of ledger) {
    output.print(`${output.style('red', 'ledger')} ${entry.message}`)
    output.print(output.style('dim', `  ${remedyFor(entry, target)}`))
  }
  for (const { kind, message, lock, database } of differences) {
    const isForeign = kind === 'foreign'
    output.print(`${output.style(isForeign ? 'yellow' : 'red', isForeign ? 'foreign' : 'drift')} ${message}`)
    if (isForeign) {
      output.print(output.style('dim', '  drop it, or declare it in the tables of a plugin'))
      continue
    }
    output.print(output.style('dim', `  lock      ${oneLine(lock)}`))
    output.print(output.style('dim', `  database  ${oneLine(database)}`))
  }
  for (const name of pending)
    output.print(`${output.style('yellow', 'pending')} ${name}: the comparison leaves it out.`)
  const count = differences.length + ledger.length
  if (count === 0) output.print(`${output.style('green', '✓')} The database of ${env} matches its migrations.`)
  if (written !== null)
    output.print(`${output.style('green', 'wrote')} ${written}: \`cms migrate apply${envOption(target)}\` applies it.`)
  else if (write && count > 0) output.print('Tables that no migration created are left alone: no migration is needed.')
  else if (differences.some(({ kind }) => kind !== 'foreign'))
    output.note(`\`cms drift${envOption(target)} --write\` writes a migration that repairs the database.`)
}

function oneLine(sql: string | null): string {
  return sql === null ? 'nothing' : sql.replace(/\s+/g, ' ')
}
