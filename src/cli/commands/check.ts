import type { ChainVerdict } from '../../compile/branches/verdict.ts'
import type { Change } from '../../compile/review/change.ts'
import { describeSampleRows, describeUnproven } from '../../compile/review/proven.ts'
import type { ProofFigures } from '../../compile/schema/proof/prove-added.ts'
import { counted } from '../../ground/counted.ts'
import {
  type Examined,
  examinationAsJson,
  examineProject,
  isSound,
  type NotExamined,
} from '../check/examine-project.ts'
import { defineCommand } from '../command.ts'
import { exitCodeOf, programOf } from '../compile-project.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { checkTypes } from '../types/check-types.ts'
import { type EngineProof, printFailures } from '../verify/prove-on-engine.ts'
import { refusalCode } from '../verify/verify-against-base.ts'

export const check = defineCommand({
  name: 'check',
  summary: 'Compile, compare with the committed files, and verify the migrations since a base',
  options: {
    base: {
      type: 'string',
      value: 'ref',
      summary:
        'The commit whose migrations must be unchanged; default: where this branch started from the default branch',
    },
    types: { type: 'boolean', summary: 'Also check the types of the files in tsconfig.json' },
  },
  async run(invocation): Promise<Examined | NotExamined> {
    const { root, options } = invocation
    const examined = await examineProject(root, options.base)
    if (examined.kind !== 'examined') return examined
    // The generated program is written even if files are stale, since tools read it.
    const { writeOutputs } = await import('../../compile/index.ts')
    writeOutputs(root, programOf(examined.compilation))
    return { ...examined, mistakes: [...examined.mistakes, ...(options.types ? await checkTypes(root) : [])] }
  },
  print: (outcome, output) =>
    outcome.kind === 'examined' ? printExamined(outcome, output) : printDiagnostics(outcome.diagnostics, output),
  toJson: examinationAsJson,
  exitCode(outcome) {
    if (outcome.kind === 'examined') return exitCodeOfExamined(outcome)
    return outcome.kind === 'altered' ? refusalCode(outcome.diagnostics) : exitCodeOf(outcome.diagnostics)
  },
})

function exitCodeOfExamined({ mistakes, proof, stale }: Examined): ExitCode {
  if (mistakes.length + (proof?.failures.length ?? 0) > 0) return exitCodes.error
  return stale.length > 0 ? exitCodes.stale : exitCodes.done
}

async function printExamined(examined: Examined, output: Output): Promise<void> {
  const { compilation, mistakes, stale, verdict, proof, files, open } = examined
  if (compilation.diagnostics.length > 0) printDiagnostics(compilation.diagnostics, output)
  if (mistakes.length > 0) printDiagnostics(mistakes, output)
  for (const path of stale)
    output.note(`${output.noteStyle('yellow', 'stale')} ${path}: \`cms build\` brings it up to date.`)
  await printFailures(proof?.failures ?? [], output)
  for (const line of fileLines(files, output)) output.note(line)
  for (const { message, remedy } of open)
    output.note(`${output.noteStyle('cyan', 'open')} ${message} ${output.noteStyle('dim', remedy)}`)
  if (verdict === null) output.note(`${output.noteStyle('yellow', 'note')} ${WITHOUT_GIT}`)
  if (isSound(examined)) printVerdict(verdict, proof, compilation.manifest.version, output)
}

/**
 * Returns the lines about files around the program: a line for each change of the class `opens`, and the number of all
 * other changes.
 */
function fileLines(files: readonly Change[], output: Output): string[] {
  const opens = files.filter((change) => change.class === 'opens')
  const others = files.length - opens.length
  const more = `${counted(others, 'more change')} to files around the program: \`cms diff\` lists them.`
  return [
    ...opens.map(({ message }) => `${output.noteStyle('magenta', 'opens')} ${message}`),
    ...(others > 0 ? [`${output.noteStyle('yellow', 'caution')} ${more}`] : []),
  ]
}

const WITHOUT_GIT = 'This folder is not in a git repository, so changes to applied migrations cannot be detected.'

function printVerdict(verdict: ChainVerdict | null, proof: EngineProof | null, version: string, output: Output): void {
  for (const line of verdict ? effectLines(verdict) : []) output.print(line)
  for (const line of proof ? proofLines(proof.figures, output) : []) output.print(line)
  output.print(`${output.style('green', '✓')} Everything is up to date. Version ${version}`)
}

/**
 * Returns the lines about the proof: `1 new migration, run on D1's engine over 12 sample rows in 3 tables: nothing is
 * lost except what they declare.`
 */
function proofLines({ migrations, rows, tables, unproven }: ProofFigures, output: Output): string[] {
  if (migrations === 0) return []
  const ran = `${counted(migrations, 'new migration')}, run on D1's engine`
  const missing = describeUnproven(unproven)
  const unread = `${output.style('yellow', 'note')} ${UNREAD}`
  const note = [...(missing === null ? [] : [`${output.style('yellow', 'note')} ${ran}, ${missing}`]), unread]
  if (rows === 0 && missing !== null) return note
  const over =
    rows === 0 ? ` ${describeSampleRows(rows, tables)}.` : ` over ${describeSampleRows(rows, tables)}: ${LOST}`
  return [`${output.style('green', '✓')} ${ran}${over}`, ...note]
}

/** Limit of the check: a migration may still fail on rows that exist. */
const UNREAD = 'Rows of a database are not read here: `cms diff --rows <environment>` counts those that are affected.'

const LOST = 'nothing is lost except what they declare.'

/** Returns the lines about the effects of migrations that cannot be planned again. */
function effectLines({ migrations }: ChainVerdict): string[] {
  return migrations.flatMap((migration) => {
    if (migration.kind === 'recomputed') return []
    const { file, reason, effects } = migration
    const found = effects.map((effect) => `${effect.class} migrations/${file.name}:${effect.line} ${effect.message}`)
    return [...new Set([...(reason === null ? [] : [`note ${reason}`]), ...found])]
  })
}
