import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type Change, countClasses, type DatabaseChange } from './change.ts'
import type { Verdict } from './compatibility.ts'
import { shorten } from './print-text.ts'
import { baseInWords, type Compared, ORDERS, verdictOf } from './report.ts'
import { changesOf, type Review } from './review.ts'

/** The first line of the comment: by it the next run finds the comment again. */
export const MARKER = '<!-- cms-diff -->'

/** GitHub refuses comments of more than 65,536 characters. */
const LONGEST_COMMENT = 60_000

/** More changes than these are folded, safe ones first of all. */
const MOST_ROWS = 15

/** The review as a comment on a pull request. */
export function printReviewMarkdown(review: Review, compared: Compared): string {
  const whole = printComment(review, compared, true)
  return whole.length <= LONGEST_COMMENT ? whole : cut(printComment(review, compared, false))
}

/** What stands in the comment instead when the config does not compile. */
export function printDiagnosticsMarkdown(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const blocks = errors.map(({ code, message, file, line, hint, frame }) => {
    const place = file === null ? '' : ` · ${inCode(line === null ? file : `${file}:${line}`)}`
    const below = [hint === null ? [] : [escapeText(hint)], frame === null ? [] : [fence(frame, '')]].flat()
    return [`**${escapeText(message)}** ${inCode(code)}${place}`, ...below].join('\n\n')
  })
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
  return `${[MARKER, `## Config does not compile: ${count}`, ...blocks].join('\n\n')}\n`
}

function printComment(review: Review, compared: Compared, withSql: boolean): string {
  const changes = changesOf(review)
  const badges = countClasses(changes).map(([name, count]) => inCode(`${count} ${name}`))
  const against = `compared with ${inCode(baseInWords(compared))}${compared.base.hasLock ? '' : ', which has no lock'}`
  const blocks = [
    MARKER,
    `## ${escapeText(compared.name)}: ${verdictOf(review)}`,
    [...badges, against].join(' · '),
    ...printDatabase(review.database, withSql),
    ...printSection('API', review.api),
    ...printSection('Access', review.access),
    ...printSection('Settings', review.settings),
    ...(changes.length > 0 ? printDeploy(review) : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

function printDatabase(changes: readonly DatabaseChange[], withSql: boolean): string[] {
  if (changes.length === 0) return []
  const byFile = [...Map.groupBy(changes, ({ migration }) => migration)]
  const rows = changes.map((change) => row(change, change.notes.map((note) => `<br>${escapeText(note)}`).join('')))
  return [
    '### Database',
    ...fold(rows),
    ...(withSql ? byFile.map(([file, steps]) => printSql(file, steps)) : [SQL_LEFT_OUT]),
  ]
}

const SQL_LEFT_OUT = 'The SQL is too long for a comment: it stands in the files under `migrations/`.'

function printSql(file: string, steps: readonly DatabaseChange[]): string {
  const count = steps.reduce((sum, { sql }) => sum + sql.length, 0)
  const text = steps
    .map(({ class: stepClass, message, sql }) =>
      [`-- ${stepClass}: ${message}`, ...sql.map((statement) => `${statement};`)].join('\n'),
    )
    .join('\n\n')
  const summary = `SQL of <code>${escapeText(file)}</code>, ${count === 1 ? '1 statement' : `${count} statements`}`
  return details(summary, fence(text, 'sql'))
}

function printSection(title: string, changes: readonly Change[]): string[] {
  return changes.length === 0 ? [] : [`### ${title}`, ...fold(changes.map((change) => row(change)))]
}

interface Row {
  readonly class: Change['class']
  readonly text: string
}

function row(change: Change, below = ''): Row {
  const where = change.source === null ? '' : inCode(change.source)
  const label = change.class === 'safe' || change.class === 'caution' ? change.class : `**${change.class}**`
  return { class: change.class, text: `| ${label} | ${escapeText(change.message)}${below} | ${where} |` }
}

/** What is safe is folded where there is much. */
function fold(rows: readonly Row[]): string[] {
  if (rows.length <= MOST_ROWS) return [table(rows)]
  const shown = rows.filter((entry) => entry.class !== 'safe')
  const folded = rows.filter((entry) => entry.class === 'safe')
  if (shown.length > MOST_ROWS) return [details(`${rows.length} changes`, table(rows))]
  return [...(shown.length > 0 ? [table(shown)] : []), details(`${folded.length} safe changes`, table(folded))]
}

function table(rows: readonly Row[]): string {
  return ['| Class | Change | Declared at |', '|:--|:--|:--|', ...rows.map(({ text }) => text)].join('\n')
}

function printDeploy({ compatibility }: Review): string[] {
  const { oldWorkerNewSchema, newWorkerOldSchema, order, why, commands } = compatibility
  const verdicts = [
    '| Worker | Schema | |',
    '|:--|:--|:--|',
    verdictRow('old', 'new', oldWorkerNewSchema),
    verdictRow('new', 'old', newWorkerOldSchema),
  ].join('\n')
  return [
    `### Deploy: ${ORDERS[order]}`,
    ...(order === 'any' ? [] : [verdicts]),
    `${capital(why)}.`,
    fence(commands.join('\n'), 'sh'),
  ]
}

function verdictRow(worker: string, schema: string, { works, reasons }: Verdict): string {
  const because = shorten(reasons).map((reason) => `<br>${escapeText(reason)}`)
  return `| ${worker} | ${schema} | ${works ? 'works' : '**fails**'}${because.join('')} |`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`
}

/** A code block that its own text cannot close. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text}\n${marks}`
}

/** Text that stays text: no markup, no table cell, no mention of people. */
function escapeText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*[\]|~#]/g, (sign) => `\\${sign}`)
    .replace(/(?<![a-zA-Z0-9_])_|_(?![a-zA-Z0-9_])/g, '\\_')
    .replace(/@/g, '@<!-- -->')
    .replace(/\s*\n\s*/g, ' ')
}

function inCode(text: string): string {
  return /[`|\n]/.test(text) ? `<code>${escapeText(text)}</code>` : `\`${text}\``
}

function cut(comment: string): string {
  if (comment.length <= LONGEST_COMMENT) return comment
  const lines = comment.slice(0, LONGEST_COMMENT).split('\n').slice(0, -1)
  return `${lines.join('\n')}\n\nThere is more than a comment can hold: run \`cms diff\`.\n`
}
