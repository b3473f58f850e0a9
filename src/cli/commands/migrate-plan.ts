import type { Planned } from '../../compile/preflight/foresee.ts'
import type { Check, Preflight, PreflightMigration } from '../../compile/preflight/preflight.ts'
import type { FoundDatabase } from '../../runtime/migrations/index.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, migrationFilesOf, migrationsOf } from '../compile-project.ts'
import { contradiction } from '../database/contradiction.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'

export const migratePlan = defineCommand({
  name: 'migrate plan',
  summary: 'Ask the rows of a database what the pending migrations will meet',
  options: targetOptions,
  async run(invocation) {
    const { root, json, output, options } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const { preflight } = await import('../../compile/preflight/preflight.ts')
    const { introspectSchema } = await import('../../compile/schema/introspect.ts')
    const files = await migrationFilesOf(root, compilation)
    const found = await withTarget({ root, config: compilation.config, options }, async (target) => {
      const { database, owner } = target
      const { pending, drift } = await database.status(migrationsOf(compilation), owner)
      if (drift.length > 0 && !target.isLocal) throw contradiction(drift, target)
      const found = await database.find()
      const move = drift.length > 0 ? await moveOf(found, root, compilation) : null
      return preflight({
        live: introspectSchema(found.schema),
        pending: move ?? files.filter((file) => pending.includes(file.name)),
        collections: compilation.manifest.collections,
        query: (statements) => database.query(...statements),
      })
    })
    if (json) output.printJson({ environment: options.env, estimate: true, ...found })
    else print(found, output)
    return found.failing > 0 ? exitCodes.stale : exitCodes.done
  },
})

/** What brings a local database along that has applied other migrations than those of this folder. */
async function moveOf(found: FoundDatabase, root: string, compilation: Compiled): Promise<readonly Planned[] | null> {
  const { planLocalChange } = await import('../database/local-change.ts')
  const { readHistory } = await import('../../compile/schema/history.ts')
  const former = readHistory(root).files
  const { move } = (await planLocalChange(found, { root, compilation, former })) ?? { move: null }
  const name = move?.recorded.map((row) => row.name).join(', ') || 'back to the migrations of this folder'
  return move && [{ name, steps: move.steps }]
}

function print({ migrations, rules, failing, rowsRead, rowsWritten }: Preflight, output: Output): void {
  if (migrations.length === 0) output.print(`${output.style('green', '✓')} Nothing is pending.`)
  for (const migration of migrations) printMigration(migration, output)
  if (rules.length > 0) output.print(output.style('bold', 'values that the config no longer allows'))
  for (const rule of rules) printCheck(rule, output)
  if (migrations.length > 1) printCost(rowsRead, rowsWritten, output, 'All together')
  if (failing > 0)
    output.note(`${failing} ${failing === 1 ? 'check' : 'checks'} found rows that would fail or lose a value.`)
}

function printMigration(migration: PreflightMigration, output: Output): void {
  const { name, checks, copies, rowsRead, rowsWritten, unforeseen, destructive } = migration
  output.print(`${output.style('bold', name)}${destructive ? output.style('red', '  destructive') : ''}`)
  for (const check of checks) printCheck(check, output)
  for (const { table, rows } of copies) output.print(`  copies ${count(rows)} of ${table} to make the table anew`)
  if (unforeseen.length > 0) output.print(`  ${unforeseen.length} statements whose effect on rows is not foreseen`)
  printCost(rowsRead, rowsWritten, output, '  D1')
}

function printCheck({ message, rows, sample, source }: Check, output: Output): void {
  const where = source === null ? '' : output.style('dim', ` (${source})`)
  if (rows === 0) {
    output.print(`  ${output.style('green', '✓')} no row fails: ${message}${where}`)
    return
  }
  const more = rows > sample.length ? ', …' : ''
  output.print(`  ${output.style('red', '✗')} ${count(rows)}: ${message}${where}`)
  output.print(`    ${sample.join(', ')}${more}`)
}

function printCost(rowsRead: number, rowsWritten: number, output: Output, subject: string): void {
  output.print(`${subject}: about ${count(rowsRead)} read and ${count(rowsWritten)} written (an estimate)`)
}

function count(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`
}
