import { writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import {
  askProject,
  compileProject,
  type Importing,
  type ImportOutcome,
  type Output,
  type Policies,
  plansOf,
  reachService,
  requireCurrent,
  uploadsOf,
  visible,
  visibleJson,
  withTarget,
} from 'lintel/importing'
import { openSource } from '../sources/index.ts'
import { readMapping } from './read-mapping.ts'
import { type MappingOutcome, runMapping } from './run-mapping.ts'
import { reportJson, tellOutcome } from './tell-outcome.ts'

/** Imports an export of another system by a mapping, and writes the report. */
export async function importByMapping(invocation: Importing, policies: Policies): Promise<ImportOutcome> {
  const { root, options, argument, output, variables } = invocation
  const file = readMapping(resolve(root, options.mapping ?? ''))
  const compilation = await compileProject(invocation)
  const { format, options: readerOptions } = file.mapping.source
  const source = await openSource(resolve(root, argument), format, readerOptions)
  const plans = new Map(plansOf(compilation).map((plan) => [plan.collection.name, plan]))
  const { folder } = file.mapping.files
  const dryRun = options['dry-run']
  try {
    const outcome = await withTarget({ root, config: compilation.config, options, variables }, async (target) => {
      await requireCurrent(target, compilation)
      return runMapping({
        ...askProject(compilation, plans),
        ...policies,
        source,
        file,
        plans,
        dryRun,
        output,
        database: target.database,
        env: options.env,
        folder: folder == null ? null : resolve(dirname(file.path), folder),
        uploads: uploadsOf(compilation.manifest),
        reach: () => reachService(invocation, compilation.config),
      })
    })
    const about = { source: argument, format: source.format, dryRun, notRead: source.leftOut }
    const report = reportJson(outcome, about)
    const path = resolve(root, options.report ?? `${file.path.replace(/\.ya?ml$/i, '')}.report.json`)
    const out = relative(root, path) || path
    writeFileSync(
      path,
      /\.txt$/i.test(path) ? textOf(outcome, dryRun) : `${visibleJson(JSON.stringify(report, null, 2))}\n`,
    )
    return {
      ok: report.ok,
      print: (output) => tellOutcome(outcome, { dryRun, out }, output),
      toJson: () => report,
    }
  } finally {
    await source.dispose()
  }
}

/** Returns the report as text, as a terminal would show it without leaving anything out. */
function textOf(outcome: MappingOutcome, dryRun: boolean): string {
  let text = ''
  const print = (line: string): void => {
    text += `${visible(line)}\n`
  }
  const plain = (_: unknown, words: string): string => words
  const output = { print, note: print, style: plain, noteStyle: plain } as unknown as Output // the parts of it that are used
  tellOutcome(outcome, { dryRun, out: null }, output)
  return text
}
