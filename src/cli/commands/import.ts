import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import type { Invocation, Options } from '../command.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { ImportOutcome } from '../importing/importers.ts'
import { loadImporters } from '../importing/load-importers.ts'
import type { Output } from '../output.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'
import type { Counts, OnConflict } from '../transfer/import-documents.ts'
import { plansOf, requireCurrent } from '../transfer/open-content.ts'
import { isOwnExport } from '../transfer/own-export.ts'
import { createProblemList, type ProblemList } from '../transfer/problem-list.ts'
import { sourceFiles } from '../transfer/read-batches.ts'

const options = {
  ...targetOptions,
  'on-conflict': {
    type: 'string',
    value: 'policy',
    default: 'fail',
    summary: 'How to treat documents that exist and differ: fail, skip or replace',
  },
  'dry-run': { type: 'boolean', summary: 'Check everything and write nothing' },
  plan: { type: 'boolean', summary: 'Read an export from another system, and write a mapping for it' },
  out: { type: 'string', value: 'file', default: 'import.yaml', summary: 'The mapping that --plan writes' },
  force: { type: 'boolean', summary: 'Let --plan overwrite a mapping' },
  format: {
    type: 'string',
    value: 'name',
    summary: 'Format for --plan: csv, ndjson, markdown, wordpress, strapi or payload (default: detected)',
  },
  mapping: { type: 'string', value: 'file', summary: 'Import an export from another system with this mapping' },
  'on-problem': {
    type: 'string',
    value: 'policy',
    default: 'fail',
    summary: 'With --mapping, how to treat records that cannot be imported: fail or skip',
  },
  url: { type: 'string', value: 'address', summary: 'With --mapping, the service that receives the files' },
  report: {
    type: 'string',
    value: 'file',
    summary: 'With --mapping, the file for the report (default: beside the mapping; text if it ends with .txt)',
  },
} as const satisfies Options

type ImportInvocation = Invocation<typeof options>

export const importContent = defineCommand({
  name: 'import',
  summary: 'Import documents that `cms export` wrote, or content from another system',
  argument: 'path',
  options,
  async run(invocation): Promise<Outcome> {
    const { root, options, argument } = invocation
    if (argument === undefined) {
      throw new Failure('`cms import` needs a file, or a folder of .ndjson files.', {
        hint: 'Content from another system: cms import <export> --plan',
        exitCode: exitCodes.usage,
      })
    }
    const onConflict = oneOf(
      options['on-conflict'],
      ['fail', 'skip', 'replace'],
      '--on-conflict takes fail, skip or replace',
    )
    const onProblem = oneOf(options['on-problem'], ['fail', 'skip'], '--on-problem takes fail or skip')
    if (options.plan) {
      const { planImport } = await loadImporters(root, argument)
      return { kind: 'elsewhere', outcome: await planImport({ ...invocation, argument }) }
    }
    if (options.mapping !== undefined) {
      const { importByMapping } = await loadImporters(root, argument)
      const policies = { onConflict, skipProblems: onProblem === 'skip' }
      return { kind: 'elsewhere', outcome: await importByMapping({ ...invocation, argument }, policies) }
    }
    return { kind: 'lines', ...(await importLines(invocation, await ownFiles(root, argument), onConflict)) }
  },
  print(outcome, output) {
    if (outcome.kind === 'lines') printLines(outcome, output)
    else outcome.outcome.print(output)
  },
  toJson: (outcome) => (outcome.kind === 'lines' ? linesAsJson(outcome) : outcome.outcome.toJson()),
  exitCode(outcome) {
    const isDone = outcome.kind === 'lines' ? outcome.problems.total === 0 : outcome.outcome.ok
    return isDone ? exitCodes.done : exitCodes.error
  },
})

type Outcome =
  | ({ readonly kind: 'lines' } & LinesImported)
  | { readonly kind: 'elsewhere'; readonly outcome: ImportOutcome }

function oneOf<const Word extends string>(text: string, words: readonly Word[], sentence: string): Word {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new Failure(`${sentence}, not ${text}.`, { exitCode: exitCodes.usage })
}

/**
 * Returns the files of an export that `cms export` wrote.
 * @throws Failure for an export from another system, with a hint on how to continue
 */
async function ownFiles(root: string, argument: string) {
  const path = resolve(root, argument)
  if (!existsSync(path) || isOwnExport(path)) return sourceFiles(path)
  const { formatOf } = await loadImporters(root, argument)
  const format = await formatOf(path)
  if (format === null) return sourceFiles(path)
  throw new Failure(`${argument} is an export from another system (${format}), which needs a mapping.`, {
    hint: `\`cms import ${argument} --plan\` writes one; then import it with --mapping.`,
    exitCode: exitCodes.usage,
  })
}

/** Outcome of an import of lines that `cms export` wrote. If there is a problem, nothing was written. */
interface LinesImported {
  readonly counts: Counts
  readonly problems: ProblemList
  readonly dryRun: boolean
}

async function importLines(
  invocation: ImportInvocation,
  files: ReturnType<typeof sourceFiles>,
  onConflict: OnConflict,
): Promise<LinesImported> {
  const { root, output, options, variables } = invocation
  const compilation = await compileProject(invocation)
  const { checkImport, writeImport } = await import('../transfer/import-documents.ts')
  const { askProject } = await import('../transfer/ask-project.ts')
  const { createScratch } = await import('../transfer/scratch.ts')
  const plans = new Map(plansOf(compilation).map((plan) => [plan.collection.name, plan]))
  const problems = createProblemList()
  const scratch = createScratch()
  try {
    const counts = await withTarget({ root, config: compilation.config, options, variables }, async (target) => {
      await requireCurrent(target, compilation)
      const functions = askProject(compilation, plans)
      const job = { database: target.database, plans, files, onConflict, scratch, output, ...functions }
      const foreseen = await checkImport(job, problems)
      return problems.total > 0 || options['dry-run'] ? foreseen : writeImport(job)
    })
    return { counts, problems, dryRun: options['dry-run'] }
  } finally {
    scratch.dispose()
  }
}

function linesAsJson({ counts, problems: { total, first }, dryRun }: LinesImported) {
  return total > 0 ? { ok: false, problems: first, total } : { ok: true, dryRun, ...counts }
}

function printLines({ counts, problems: { total, first }, dryRun }: LinesImported, output: Output): void {
  if (total === 0) {
    const { created, replaced, unchanged, skipped } = counts
    const words = `${created} created, ${replaced} replaced, ${unchanged} unchanged, ${skipped} skipped`
    output.print(`${output.style('green', dryRun ? 'would import:' : 'imported:')} ${words}`)
    return
  }
  for (const { file, line, path, message } of first) {
    output.note(`${output.noteStyle('cyan', `${file}:${line}`)} ${path === '' ? '' : `${path}: `}${message}`)
  }
  if (total > first.length) output.note(`… and ${total - first.length} more.`)
  output.note(`${output.noteStyle('red', 'cms:')} ${counted(total, 'problem')}; nothing was written.`)
}
