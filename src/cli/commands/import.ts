import { resolve } from 'node:path'
import { counted } from '../../ground/counted.ts'
import type { Options } from '../command.ts'
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
} as const satisfies Options

export const importContent = defineCommand({
  name: 'import',
  summary: 'Import documents that `cms export` wrote',
  argument: 'path',
  options,
  async run(invocation) {
    const { root, json, output, options, argument, variables } = invocation
    const onConflict = policyOf(options['on-conflict'])
    if (argument === undefined) {
      throw new Failure('`cms import` needs a file, or a folder of .ndjson files.', { exitCode: exitCodes.usage })
    }
    const files = sourceFiles(resolve(root, argument))
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
        const job = {
          database: target.database,
          plans,
          files,
          onConflict,
          scratch,
          output,
          ...askProject(compilation, plans),
        }
        const foreseen = await checkImport(job, problems)
        return problems.total > 0 || options['dry-run'] ? foreseen : writeImport(job)
      })
      return report(counts, problems, options['dry-run'], json, output)
    } finally {
      scratch.dispose()
    }
  },
})

function policyOf(text: string): OnConflict {
  if (text === 'fail' || text === 'skip' || text === 'replace') return text
  throw new Failure(`--on-conflict is fail, skip or replace, not ${text}.`, { exitCode: exitCodes.usage })
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
