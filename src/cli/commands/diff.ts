import { appendFileSync } from 'node:fs'
import type { Compilation } from '../../compile/index.ts'
import { defineCommand, type Invocation } from '../command.ts'
import { exitCodeOf } from '../compile-project.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { exitCodeOfReview, FAILING, parseFailOn } from '../diff/fail-on.ts'
import { type Reviewed, reviewAsJson, reviewProject } from '../diff/review-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { prefixInRepository } from '../git.ts'
import type { Variables } from '../shell.ts'
import { targetOptions } from '../target/with-target.ts'
import { printFailures } from '../verify/prove-on-engine.ts'
import { refusalCode } from '../verify/verify-against-base.ts'

const FORMATS = ['text', 'md', 'json', 'github'] as const
type Format = (typeof FORMATS)[number]

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show every effect of a change: database, API, access, settings, and the order of the deploy',
  options: {
    base: {
      type: 'string',
      value: 'ref',
      summary: 'The commit to compare with; default: where the branch left the default branch',
    },
    format: { type: 'string', value: 'format', default: 'text', summary: 'The format: text, md, json or github' },
    rows: {
      type: 'string',
      value: 'env',
      summary: 'Count the affected rows in the database of an environment; default: development, if it exists',
    },
    persist: targetOptions.persist,
    'fail-on': {
      type: 'string',
      value: 'classes',
      default: FAILING.join(','),
      summary: 'The classes that set the exit code: destructive, breaking, opens, or none',
    },
  },
  async run(invocation) {
    const { options, json, output } = invocation
    const format = json ? 'json' : parseFormat(options.format)
    const failOn = parseFailOn(options['fail-on'])
    const outcome = await reviewProject(invocation, options)
    if (format !== 'json' && outcome.diagnostics.length > 0) printDiagnostics(outcome.diagnostics, output)
    if (outcome.kind !== 'reviewed') {
      await printMistakes(invocation, outcome, format)
      return outcome.kind === 'altered' ? refusalCode(outcome.diagnostics) : exitCodeOf(outcome.diagnostics)
    }
    await printReview(invocation, outcome, format)
    if (outcome.failures.length > 0) {
      if (format !== 'json') await printFailures(outcome.failures, output)
      return exitCodes.error
    }
    const { changesOf } = await import('../../compile/review/review.ts')
    return exitCodeOfReview(changesOf(outcome.review), failOn)
  },
})

function parseFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text)
  if (format) return format
  throw new Failure(`\`cms diff\` has no format “${text}”.`, {
    hint: `Formats are ${FORMATS.join(', ')}.`,
    exitCode: exitCodes.usage,
  })
}

async function printReview(asked: Asked, reviewed: Reviewed, format: Format): Promise<void> {
  if (format === 'json') asked.output.printJson(await reviewAsJson(reviewed))
  else await PRINT[format](asked, reviewed)
}

type Asked = Pick<Invocation, 'root' | 'variables' | 'output'>

type Print = (asked: Asked, reviewed: Reviewed) => Promise<void>

const PRINT: Readonly<Record<Exclude<Format, 'json'>, Print>> = {
  async text({ output }, { report }) {
    const { printReviewText } = await import('../../compile/review/print-text.ts')
    const colours = {
      safe: 'green',
      caution: 'yellow',
      opens: 'magenta',
      breaking: 'red',
      destructive: ['red', 'bold'],
    } as const
    const text = printReviewText(report, {
      heading: (heading) => output.style('bold', heading),
      dim: (dimmed) => output.style('dim', dimmed),
      ofClass: (stepClass, label) => output.style([...[colours[stepClass]].flat()], label),
    })
    output.print(text)
  },
  async md({ output }, { report }) {
    const { printReviewMarkdown } = await import('../../compile/review/print-markdown.ts')
    output.print(printReviewMarkdown(report).trimEnd())
  },
  async github({ root, variables, output }, { report }) {
    const { printReviewAnnotations } = await import('../../compile/review/print-annotations.ts')
    const { printReviewMarkdown } = await import('../../compile/review/print-markdown.ts')
    for (const line of printReviewAnnotations(report, prefixInRepository(root))) output.print(line)
    summarize(printReviewMarkdown(report), variables)
  },
}

/** The mistakes of a config that does not compile, for whoever reads the format; on a terminal they stand already. */
async function printMistakes(
  { root, variables, output }: Asked,
  { diagnostics }: Pick<Compilation, 'diagnostics'>,
  format: Format,
): Promise<void> {
  if (format === 'text') return
  if (format === 'json') {
    output.printJson({ ok: false, diagnostics })
    return
  }
  const { printDiagnosticsMarkdown } = await import('../../compile/review/print-markdown.ts')
  const markdown = printDiagnosticsMarkdown(diagnostics)
  if (format === 'md') {
    output.print(markdown.trimEnd())
    return
  }
  const { printDiagnosticAnnotations } = await import('../../compile/review/print-annotations.ts')
  for (const line of printDiagnosticAnnotations(diagnostics, prefixInRepository(root))) output.print(line)
  summarize(markdown, variables)
}

/** The page of the workflow's run, where there is one. */
function summarize(markdown: string, variables: Variables): void {
  const file = variables.GITHUB_STEP_SUMMARY
  if (file) appendFileSync(file, markdown)
}
