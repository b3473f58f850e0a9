import type { Check, Preflight, PreflightMigration } from '../../compile/preflight/preflight.ts'
import { counted } from '../../ground/counted.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { targetOptions } from '../target/with-target.ts'

export const migratePlan = defineCommand({
  name: 'migrate plan',
  summary: 'Show which rows of a database the pending migrations will affect',
  options: targetOptions,
  async run(invocation) {
    const compilation = await compileProject(invocation)
    const { preflightOf } = await import('../target/preflight-of.ts')
    const found = await preflightOf(invocation.root, compilation, invocation)
    return { environment: invocation.options.env, estimate: true, ...found }
  },
  print,
  exitCode: ({ failing }) => (failing > 0 ? exitCodes.stale : exitCodes.done),
})

function print({ migrations, rules, failing, rowsRead, rowsWritten }: Preflight, output: Output): void {
  if (migrations.length === 0) output.print(`${output.style('green', '✓')} Nothing is pending.`)
  for (const migration of migrations) printMigration(migration, output)
  if (rules.length > 0) output.print(output.style('bold', 'values that the config no longer allows'))
  for (const rule of rules) printCheck(rule, output)
  if (migrations.length > 1) printCost(rowsRead, rowsWritten, output, 'All together')
  if (failing > 0) output.note(`${counted(failing, 'check')} found rows that would fail or lose a value.`)
}

function printMigration(migration: PreflightMigration, output: Output): void {
  const { name, checks, effects, copies, rowsRead, rowsWritten, unpredicted, destructive } = migration
  output.print(`${output.style('bold', name)}${destructive ? output.style('red', '  destructive') : ''}`)
  for (const check of checks) printCheck(check, output)
  for (const { message, source, rows, sample } of effects) {
    output.print(`  ${message}${source === null ? '' : output.style('dim', ` (${source})`)}`)
    if (sample.length > 0) printSample(rows, sample, output)
  }
  for (const { table, rows } of copies)
    output.print(`  copies ${counted(rows, 'row')} of ${table} to rebuild the table`)
  if (unpredicted.length > 0)
    output.print(`  ${counted(unpredicted.length, 'statement')} whose effect on rows cannot be predicted`)
  printCost(rowsRead, rowsWritten, output, '  D1')
}

function printCheck({ message, rows, sample, source }: Check, output: Output): void {
  const where = source === null ? '' : output.style('dim', ` (${source})`)
  if (rows === 0) {
    output.print(`  ${output.style('green', '✓')} 0 rows: ${message}${where}`)
    return
  }
  output.print(`  ${output.style('red', '✗')} ${counted(rows, 'row')}: ${message}${where}`)
  printSample(rows, sample, output)
}

function printSample(rows: number, sample: Check['sample'], output: Output): void {
  output.print(`    ${sample.join(', ')}${rows > sample.length ? ', …' : ''}`)
}

function printCost(rowsRead: number, rowsWritten: number, output: Output, subject: string): void {
  output.print(
    `${subject}: about ${counted(rowsRead, 'row')} read and ${counted(rowsWritten, 'row')} written (an estimate)`,
  )
}
