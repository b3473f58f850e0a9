import { appendFileSync } from 'node:fs'
import type { Compilation } from '../../compile/index.ts'
import { defineCommand, type Invocation } from '../command.ts'
import { exitCodeOf } from '../compile-project.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { exitCodeOfReview, FAILING, parseFailOn } from '../diff/fail-on.ts'
import { reviewFiles } from '../diff/review-files.ts'
import { type Reviewed, reviewAsJson, reviewProject } from '../diff/review-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { prefixInRepository } from '../git.ts'
import type { Variables } from '../shell.ts'
import { targetOptions } from '../target/with-target.ts'
import { printFailures } from '../verify/prove-on-engine.ts'
import { refusalCode } from '../verify/verify-against-base.ts'

const FORMAT_NAMES = ['text', 'md', 'json', 'github']

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show every effect of a change: database, API, access, settings, and the order of the deploy',
  options: {
    base: {
      type: 'string',
      value: 'ref',
      summary: 'The commit to compare with; default: where this branch started from the default branch',
    },
    format: { type: 'string', value: 'format', default: 'text', summary: 'The format: text, md, json or github' },
    rows: {
      type: 'string',
      value: 'env',
      summary:
        'Count the affected rows in the database of an environment; default: the local database, if there is one',
    },
    'files-of': {
      type: 'string',
      value: 'ref',
      summary: 'Compare only the files around the program, as of this commit, and evaluate nothing',
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
    const { options } = invocation
    const format = parseFormat(options.format)
    const failOn = parseFailOn(options['fail-on'])
    const head = options['files-of']
    const outcome =
      head === undefined
        ? await reviewProject(invocation, options)
        : await reviewFiles(invocation.root, options.base, head)
    if (outcome.kind !== 'reviewed') return { ...outcome, format }
    const { changesOf } = await import('../../compile/review/review.ts')
    return { ...outcome, format, judged: exitCodeOfReview(changesOf(outcome.review), failOn) }
  },
  async print(outcome, output, { root, variables }) {
    const place = { root, variables, output }
    if (outcome.diagnostics.length > 0) printDiagnostics(outcome.diagnostics, output)
    const format = FORMATS[outcome.format]
    if (outcome.kind !== 'reviewed') return format.printMistakes(place, outcome.diagnostics)
    await format.print(place, outcome)
    await printFailures(outcome.failures, output)
  },
  toJson: (outcome) =>
    outcome.kind === 'reviewed' ? reviewAsJson(outcome) : { ok: false, diagnostics: outcome.diagnostics },
  exitCode(outcome) {
    if (outcome.kind === 'reviewed') return outcome.failures.length > 0 ? exitCodes.error : outcome.judged
    return outcome.kind === 'altered' ? refusalCode(outcome.diagnostics) : exitCodeOf(outcome.diagnostics)
  },
})

function parseFormat(text: string): keyof typeof FORMATS {
  if (text === 'json') return 'text' // `--format json` is the same as `--json`: nothing is printed
  if (Object.hasOwn(FORMATS, text)) return text as keyof typeof FORMATS
  throw new Failure(`\`cms diff\` has no format “${text}”.`, {
    hint: `Formats are ${FORMAT_NAMES.join(', ')}.`,
    exitCode: exitCodes.usage,
  })
}

type Place = Pick<Invocation, 'root' | 'variables' | 'output'>

interface ReviewFormat {
  print(place: Place, reviewed: Reviewed): Promise<void>
  /** Prints the mistakes of a config that does not compile. They are already on standard error. */
  printMistakes(place: Place, diagnostics: Compilation['diagnostics']): Promise<void>
}

const text: ReviewFormat = {
  async print({ output }, { report }) {
    const { printReviewText } = await import('../../compile/review/print/print-text.ts')
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
  async printMistakes() {},
}

const md: ReviewFormat = {
  async print({ output }, { report }) {
    const { printReviewMarkdown } = await import('../../compile/review/print/print-markdown.ts')
    output.print(printReviewMarkdown(report).trimEnd())
  },
  async printMistakes({ output }, diagnostics) {
    const { printDiagnosticsMarkdown } = await import('../../compile/review/print/print-markdown.ts')
    output.print(printDiagnosticsMarkdown(diagnostics).trimEnd())
  },
}

const github: ReviewFormat = {
  async print({ root, variables, output }, { report }) {
    const { printReviewAnnotations } = await import('../../compile/review/print/print-annotations.ts')
    const { printReviewMarkdown } = await import('../../compile/review/print/print-markdown.ts')
    for (const line of printReviewAnnotations(report, prefixInRepository(root))) output.print(line)
    summarize(printReviewMarkdown(report), variables)
  },
  async printMistakes({ root, variables, output }, diagnostics) {
    const { printDiagnosticAnnotations } = await import('../../compile/review/print/print-annotations.ts')
    const { printDiagnosticsMarkdown } = await import('../../compile/review/print/print-markdown.ts')
    for (const line of printDiagnosticAnnotations(diagnostics, prefixInRepository(root))) output.print(line)
    summarize(printDiagnosticsMarkdown(diagnostics), variables)
  },
}

const FORMATS = { text, md, github }

/** Adds the review to the summary page of the workflow's run, if there is one. */
function summarize(markdown: string, variables: Variables): void {
  const file = variables.GITHUB_STEP_SUMMARY
  if (file) appendFileSync(file, markdown)
}
