import { counted } from '../../../ground/counted.ts'
import { visible } from '../../../ground/visible.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Report } from '../report.ts'
import { printComment } from './comment.ts'
import { type Limits, WHOLE } from './limits.ts'
import { escapeText, fence, inCode } from './markdown.ts'
import { visibleReport } from './visible-report.ts'

/** First line of the comment, by which the next run finds it. */
export const MARKER = '<!-- cms-diff -->'

/** Maximum length of a comment; GitHub allows 65,536 characters. */
const LONGEST_COMMENT = 60_000

/** Limits of ever shorter comments; each entry adds to those before it. */
const SHORTER: readonly Partial<Limits>[] = [
  { rest: 0 },
  { withSql: false },
  { reason: 200 },
  { reason: 0, sentence: 2000 },
  { breaks: 0 },
  { withLines: false, sentence: 500 },
]

/**
 * Prints the review as a comment on a pull request. If it is too long, harmless changes are left out first, then SQL,
 * reasons, changes that break clients, and consequences; changes that open access or lose values come last. A note at
 * the top of the comment says what is missing.
 */
export function printReviewMarkdown(data: Report): string {
  const report = visibleReport(data)
  const print = (limits: Limits) => `${MARKER}\n\n${printComment(report, limits)}\n`
  const fits = (limits: Limits) => print(limits).length <= LONGEST_COMMENT
  if (fits(WHOLE)) return print(WHOLE)
  let limits: Limits = WHOLE
  for (const shorter of SHORTER) {
    limits = { ...limits, ...shorter }
    if (fits(limits)) break
  }
  const most = (key: 'grave' | 'breaks' | 'rest', count: number) => {
    limits = { ...limits, [key]: mostThat((number) => fits({ ...limits, [key]: number }), count) }
  }
  if (!fits(limits)) most('grave', report.opens.length + report.lost.length)
  if (limits.breaks === 0) most('breaks', report.breaks.length)
  most('rest', report.rest.length)
  return print(limits)
}

/** Returns the largest number up to `count` that fits. */
function mostThat(fits: (number: number) => boolean, count: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Prints the pull request comment for a config that does not compile. */
export function printDiagnosticsMarkdown(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const blocks = errors.map(({ code, message, file, line, hint, frame }) => {
    const place = file === null ? '' : ` · ${inCode(visible(line === null ? file : `${file}:${line}`))}`
    const below = [
      hint === null ? [] : [escapeText(visible(hint))],
      frame === null ? [] : [fence(visible(frame), '')],
    ].flat()
    return [`**${escapeText(visible(message))}** ${inCode(code)}${place}`, ...below].join('\n\n')
  })
  const head = [MARKER, `## Config does not compile: ${counted(errors.length, 'error')}`]
  const shown = mostThat((number) => length([...head, ...blocks.slice(0, number)]) <= LONGEST_COMMENT, blocks.length)
  const rest = blocks.length - shown
  const note = rest === 0 ? [] : [`${counted(rest, 'more error')}: \`npx cms check\` prints all.`]
  return `${[...head, ...note, ...blocks.slice(0, shown)].join('\n\n')}\n`
}

function length(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length + 2, 0)
}
