import type { ChainVerdict } from '../../compile/branches/verdict.ts'
import type { Diagnostic } from '../../compile/index.ts'
import { describeSampleRows, describeUnproven } from '../../compile/review/proven.ts'
import type { ProofFigures } from '../../compile/schema/proof/prove-added.ts'
import { counted } from '../../ground/counted.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, programOf } from '../compile-project.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findOpen } from '../open/find-open.ts'
import type { Output } from '../output.ts'
import { requireProject } from '../project.ts'
import { checkTypes } from '../types/check-types.ts'
import { type EngineProof, failureSummaries, printFailures } from '../verify/prove-on-engine.ts'
import { chooseBase, compareProject, judgeAndProve, refusalCode } from '../verify/verify-against-base.ts'

export const check = defineCommand({
  name: 'check',
  summary: 'Compile, compare with the committed files, and verify the migrations since a base',
  options: {
    base: {
      type: 'string',
      value: 'ref',
      summary: 'The commit whose migrations must be unchanged; default: where the branch left the default branch',
    },
    types: { type: 'boolean', summary: 'Check the types of the files in tsconfig.json as well' },
  },
  async run(invocation) {
    const { root, json, output, options } = invocation
    requireProject(root)
    const base = chooseBase(root, options.base)
    const compared = base && (await compareProject(root, base))
    if (compared && compared.diagnostics.length > 0) return refuse(compared.diagnostics, json, output)
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const typeMistakes = options.types ? await checkTypes(root) : []
    const mistakes = [...(await checkBindings(root, compilation)), ...typeMistakes]
    const stale = [...(await findStale(root, compilation)), ...(await findStaleBindings(root, compilation))]
    const { verdict, proof } = compared ? await judgeAndProve(root, compared, compilation) : NOTHING_TO_COMPARE
    const failures = proof?.failures ?? []
    const { version } = compilation.manifest
    if (json) {
      const ok = stale.length + mistakes.length + failures.length === 0
      const diagnostics = [...compilation.diagnostics, ...mistakes]
      const proven = proof && { ...proof.figures, failures: await failureSummaries(failures) }
      const open = findOpen(compilation.manifest)
      output.printJson({ ok, version, stale, diagnostics, base, migrations: summaries(verdict), proof: proven, open })
    } else {
      if (mistakes.length > 0) printDiagnostics(mistakes, output)
      for (const path of stale)
        output.note(`${output.noteStyle('yellow', 'stale')} ${path}: \`cms build\` brings it up to date.`)
      await printFailures(failures, output)
      for (const { message, remedy } of findOpen(compilation.manifest))
        output.note(`${output.noteStyle('cyan', 'open')} ${message} ${output.noteStyle('dim', remedy)}`)
      if (verdict === null) output.note(`${output.noteStyle('yellow', 'note')} ${WITHOUT_GIT}`)
      if (stale.length + mistakes.length + failures.length === 0) printVerdict(verdict, proof, version, output)
    }
    if (mistakes.length + failures.length > 0) return exitCodes.error
    return stale.length > 0 ? exitCodes.stale : exitCodes.done
  },
})

function refuse(diagnostics: readonly Diagnostic[], json: boolean, output: Output): ExitCode {
  if (json) output.printJson({ ok: false, stale: [], diagnostics })
  else printDiagnostics(diagnostics, output)
  return refusalCode(diagnostics)
}

const NOTHING_TO_COMPARE = { verdict: null, proof: null }

const WITHOUT_GIT = 'This folder is not in a git repository, so changes to applied migrations cannot be detected.'

function printVerdict(verdict: ChainVerdict | null, proof: EngineProof | null, version: string, output: Output): void {
  for (const line of verdict ? effectLines(verdict) : []) output.print(line)
  for (const line of proof ? proofLines(proof.figures, output) : []) output.print(line)
  output.print(`${output.style('green', '✓')} Everything is up to date. Version ${version}`)
}

/** `1 new migration, run on D1's engine over 12 sample rows in 3 tables: nothing is lost that it does not name.` */
function proofLines({ migrations, rows, tables, unproven }: ProofFigures, output: Output): string[] {
  if (migrations === 0) return []
  const ran = `${counted(migrations, 'new migration')}, run on D1's engine`
  const missing = describeUnproven(unproven)
  const note = missing === null ? [] : [`${output.style('yellow', 'note')} ${ran}, ${missing}`]
  if (rows === 0 && missing !== null) return note
  const over =
    rows === 0 ? ` ${describeSampleRows(rows, tables)}.` : ` over ${describeSampleRows(rows, tables)}: ${LOST}`
  return [`${output.style('green', '✓')} ${ran}${over}`, ...note]
}

const LOST = 'nothing is lost except what they name.'

/** Effects of migrations that cannot be planned again. */
function effectLines({ migrations }: ChainVerdict): string[] {
  return migrations.flatMap((migration) => {
    if (migration.kind === 'recomputed') return []
    const { file, reason, effects } = migration
    const found = effects.map((effect) => `${effect.class} migrations/${file.name}:${effect.line} ${effect.message}`)
    return [...new Set([...(reason === null ? [] : [`note ${reason}`]), ...found])]
  })
}

function summaries(verdict: ChainVerdict | null) {
  return (verdict?.migrations ?? []).map((migration) =>
    migration.kind === 'recomputed'
      ? { name: migration.file.name, kind: migration.kind, commit: migration.commit }
      : {
          name: migration.file.name,
          kind: migration.kind,
          origin: migration.origin,
          reason: migration.reason,
          effects: migration.effects,
        },
  )
}

/** Committed files that are not what the config compiles to. The generated program is written, since tools read it. */
async function findStale(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { findStaleOutputs, writeOutputs } = await import('../../compile/index.ts')
  writeOutputs(root, programOf(compilation))
  return findStaleOutputs(root, compilation)
}

async function findStaleBindings(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { isWranglerStale } = await import('../wrangler/write-wrangler.ts')
  return isWranglerStale(root, compilation) ? ['wrangler.toml'] : []
}

async function checkBindings(root: string, compilation: Compiled): Promise<readonly Diagnostic[]> {
  const { readWranglerFile } = await import('../wrangler/wrangler-file.ts')
  const { checkWrangler } = await import('../wrangler/check-wrangler.ts')
  return checkWrangler(root, readWranglerFile(root), compilation)
}
