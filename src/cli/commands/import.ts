import { resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import type { Invocation, Options } from '../command.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'
import type { Counts, OnConflict } from '../transfer/import-documents.ts'
import { plansOf, requireCurrent } from '../transfer/open-content.ts'
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
  plan: { type: 'boolean', summary: 'Read an export of another system, and write a mapping for it' },
  out: { type: 'string', value: 'file', default: 'import.yaml', summary: 'The mapping that --plan writes' },
  force: { type: 'boolean', summary: 'Let --plan write over a mapping' },
  format: {
    type: 'string',
    value: 'name',
    summary: 'Format for --plan: csv, ndjson, markdown, wordpress, strapi or payload (default: found out)',
  },
  mapping: { type: 'string', value: 'file', summary: 'Import an export of another system by this mapping' },
  'on-problem': {
    type: 'string',
    value: 'policy',
    default: 'fail',
    summary: 'With --mapping, how to treat records that cannot be imported: fail or skip',
  },
  url: { type: 'string', value: 'address', summary: 'With --mapping, the service that takes the files' },
  report: {
    type: 'string',
    value: 'file',
    summary: 'With --mapping, the report (default: beside the mapping; text where it ends with .txt)',
  },
} as const satisfies Options

export type ImportInvocation = Invocation<typeof options>

export const importContent = defineCommand({
  name: 'import',
  summary: 'Import documents that `cms export` wrote, or content of another system',
  argument: 'path',
  options,
  async run(invocation) {
    const { root, options, argument } = invocation
    if (argument === undefined) {
      throw new Failure('`cms import` needs a file, or a folder of .ndjson files.', {
        hint: 'Content of another system: cms import <export> --plan',
        exitCode: exitCodes.usage,
      })
    }
    const onConflict = oneOf(
      options['on-conflict'],
      ['fail', 'skip', 'replace'],
      '--on-conflict is fail, skip or replace',
    )
    const onProblem = oneOf(options['on-problem'], ['fail', 'skip'], '--on-problem is fail or skip')
    if (options.plan) {
      const { planImport } = await import('../mapping/plan-import.ts')
      return planImport({ ...invocation, argument })
    }
    if (options.mapping !== undefined) {
      const { importByMapping } = await import('../mapping/import-by-mapping.ts')
      return importByMapping({ ...invocation, argument }, { onConflict, skipProblems: onProblem === 'skip' })
    }
    return importLines(invocation, await ownFiles(resolve(root, argument), argument), onConflict)
  },
})

function oneOf<const Word extends string>(text: string, words: readonly Word[], sentence: string): Word {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new Failure(`${sentence}, not ${text}.`, { exitCode: exitCodes.usage })
}

/**
 * The files of an export of ours.
 * @throws Failure that says how to go on for one of another system
 */
async function ownFiles(path: string, argument: string) {
  const { formatOf } = await import('../sources/index.ts')
  const format = await formatOf(path)
  if (format === null) return sourceFiles(path)
  throw new Failure(`${argument} is an export of another system (${format}), which needs a mapping.`, {
    hint: `\`cms import ${argument} --plan\` writes one; then import it with --mapping.`,
    exitCode: exitCodes.usage,
  })
}

async function importLines(
  invocation: ImportInvocation,
  files: ReturnType<typeof sourceFiles>,
  onConflict: OnConflict,
): Promise<ExitCode> {
  const { root, json, output, options, variables } = invocation
  const outcome = await compileProject(invocation)
  if ('exitCode' in outcome) return outcome.exitCode
  const { compilation } = outcome
  const { checkImport, writeImport } = await import('../transfer/import-documents.ts')
  const { askProject } = await import('../transfer/ask-project.ts')
  const { createScratch } = await import('../transfer/scratch.ts')
  const plans = new Map(plansOf(compilation).map((plan) => [plan.collection.name, plan]))
  const problems = createProblemList()
  const scratch = createScratch()
  try {
    const counts = await withTarget({ root, config: compilation.config, options, variables }, async (target) => {
      await requireCurrent(target, compilation)
      const asked = askProject(compilation, plans)
      const job = { database: target.database, plans, files, onConflict, scratch, output, ...asked }
      const foreseen = await checkImport(job, problems)
      return problems.total > 0 || options['dry-run'] ? foreseen : writeImport(job)
    })
    return report(counts, problems, options['dry-run'], json, output)
  } finally {
    scratch.dispose()
  }
}

function report(counts: Counts, problems: ProblemList, dryRun: boolean, json: boolean, output: Output): ExitCode {
  const { total, first } = problems
  if (json) output.printJson(total > 0 ? { ok: false, problems: first, total } : { ok: true, dryRun, ...counts })
  else if (total > 0) {
    for (const { file, line, path, message } of first) {
      output.note(`${output.noteStyle('cyan', `${file}:${line}`)} ${path === '' ? '' : `${path}: `}${message}`)
    }
    if (total > first.length) output.note(`… and ${total - first.length} more.`)
    output.note(`${output.noteStyle('red', 'cms:')} ${counted(total, 'problem')}; nothing was written.`)
  } else {
    const { created, replaced, unchanged, skipped } = counts
    const words = `${created} created, ${replaced} replaced, ${unchanged} unchanged, ${skipped} skipped`
    output.print(`${output.style('green', dryRun ? 'would import' : 'imported')} ${words}`)
  }
  return total > 0 ? exitCodes.error : exitCodes.done
}
