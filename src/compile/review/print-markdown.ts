import { counted } from '../../ground/counted.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DatabaseChange } from './change.ts'
import type { DeployPlan } from './deploy-plan.ts'
import type { Item } from './items.ts'
import { alert, capital, details, escapeText, fence, inCode, table, textOf } from './markdown.ts'
import { describeProof } from './proven.ts'
import { describeBase, describeStale, type Report } from './report.ts'

/** First line of the comment, by which the next run finds it. */
export const MARKER = '<!-- cms-diff -->'

/** Maximum length of a comment; GitHub allows 65,536 characters. */
const LONGEST_COMMENT = 60_000

/** Maximum number of lines in a section that is not folded. */
const MOST_ROWS = 20

/** Prints the review as a comment on a pull request. */
export function printReviewMarkdown(report: Report): string {
  const whole = printComment(report, true)
  return whole.length <= LONGEST_COMMENT ? whole : cut(printComment(report, false))
}

/** Prints the comment for a config that does not compile. */
export function printDiagnosticsMarkdown(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const blocks = errors.map(({ code, message, file, line, hint, frame }) => {
    const place = file === null ? '' : ` · ${inCode(line === null ? file : `${file}:${line}`)}`
    const below = [hint === null ? [] : [escapeText(hint)], frame === null ? [] : [fence(frame, '')]].flat()
    return [`**${escapeText(message)}** ${inCode(code)}${place}`, ...below].join('\n\n')
  })
  const count = counted(errors.length, 'error')
  return `${[MARKER, `## Config does not compile: ${count}`, ...blocks].join('\n\n')}\n`
}

function printComment(report: Report, withSql: boolean): string {
  const { compared, circumstances, verdict, deploy } = report
  const { stale, version } = circumstances
  const hasMigrations = [...report.lost, ...report.opens, ...report.breaks, ...report.rest].some(
    ({ steps }) => steps.length > 0,
  )
  const blocks = [
    MARKER,
    ...(stale.length > 0 ? [alert('WARNING', `**${capital(textOf(describeStale(stale)))}.** ${STALE}`)] : []),
    `## ${escapeText(compared.name)}: ${verdict}`,
    printMeta(report),
    ...(deploy === null ? [] : [printDatabase(report, hasMigrations)]),
    ...printSection('Lost', report.lost, report, withSql),
    ...printSection('Opens', report.opens, report, withSql),
    ...printSection('Breaks API clients', report.breaks, report, withSql),
    ...printRest(report, withSql),
    ...(withSql || !hasMigrations ? [] : [SQL_LEFT_OUT]),
    ...(hasMigrations ? ['### Proof', printProof(report)] : []),
    ...(deploy === null ? [] : printDeploy(deploy, version)),
  ]
  return `${blocks.join('\n\n')}\n`
}

const STALE = 'The report below shows what a build would write; this branch does not have it yet.'
const SQL_LEFT_OUT = 'The SQL is too long for a comment: it is in the files under `migrations/`.'

function printMeta({ compared, counts }: Report): string {
  const badges = counts.map(([name, count]) => inCode(`${count} ${name}`))
  const against = `compared with ${inCode(describeBase(compared))}${compared.base.hasLock ? '' : ', which has no lock'}`
  return [...badges, against].join(' · ')
}

/** Summarizes the migration in one sentence, and says where its rows were counted. */
function printDatabase({ circumstances: { rows }, database, deploy }: Report, hasMigrations: boolean): string {
  if (!hasMigrations) return '**Database:** no changes.'
  const command = inCode(`npx cms diff --rows ${deploy?.environment ?? 'development'}`)
  const counted = rows === null ? `not counted: run ${command}` : `as counted in ${textOf(rows.environment)}`
  return `**Database:** ${textOf(database)}. **Rows:** ${counted}.`
}

/** Prints changes that need attention as a table, followed by the SQL of all its rows. */
function printSection(title: string, items: readonly Item[], report: Report, withSql: boolean): string[] {
  if (items.length === 0) return []
  const text = tableOf(items, report)
  const shown = items.length > MOST_ROWS ? details(`${items.length} changes`, text) : text
  return [`### ${title}`, shown, ...(withSql ? printSql(items) : [])]
}

function tableOf(items: readonly Item[], report: Report): string {
  const withRows = report.circumstances.rows !== null && items.some(({ rows }) => rows.length > 0)
  const head = ['What', ...(withRows ? ['Rows'] : []), 'Source']
  return table(
    head,
    items.map((item) => [
      [`**${escapeText(item.message)}**`, ...item.lines.map(escapeText)].join('<br>'),
      ...(withRows ? [rowsIn(item)] : []),
      item.source === null ? '' : inCode(item.source),
    ]),
  )
}

function rowsIn({ rows }: Item): string {
  return rows
    .map(({ words, fails, sample }) => {
      const ids = fails && sample.length > 0 ? `<br>${sample.map((id) => inCode(String(id))).join(', ')}` : ''
      return `${fails ? '**fails:** ' : ''}${textOf(words)}${ids}`
    })
    .join('<br>')
}

function printSql(items: readonly Item[]): string[] {
  const byFile = [...Map.groupBy(uniqueSteps(items), ({ migration }) => migration)]
  return byFile.map(([file, steps]) => {
    const statements = steps.map(({ message, sql }) => [`-- ${message}`, ...sql.map((text) => `${text};`)].join('\n'))
    const count = new Set(steps.flatMap(({ sql }) => sql)).size
    const summary = `SQL in <code>${escapeText(file)}</code>, ${counted(count, 'statement')}`
    return details(summary, fence(statements.join('\n\n'), 'sql'))
  })
}

/** Returns the steps of items without those that have no SQL, or the same SQL as another, such as that of a rebuild. */
function uniqueSteps(items: readonly Item[]): DatabaseChange[] {
  const seen = new Set<string>()
  return items
    .flatMap(({ steps }) => steps)
    .flatMap((step) => {
      const key = step.sql.join(';\n')
      if (step.sql.length === 0 || seen.has(key)) return []
      seen.add(key)
      return [step]
    })
}

/** Prints the remaining changes, `caution` and `safe`, in one folded section, grouped by area. */
function printRest(report: Report, withSql: boolean): string[] {
  const { rest } = report
  if (rest.length === 0) return []
  const body = [...Map.groupBy(rest, ({ area }) => area)].map(([area, items]) =>
    [`**${capital(area)}**`, restTable(items), ...(withSql ? printSql(items) : [])].join('\n\n'),
  )
  const cautions = rest.filter((item) => item.class === 'caution').length
  const counts = [
    ...(cautions > 0 ? [`${cautions} to check`] : []),
    ...(rest.length > cautions ? [`${rest.length - cautions} safe`] : []),
  ]
  return [details(`<b>Everything else</b>: ${counts.join(', ')}`, body.join('\n\n'))]
}

function restTable(items: readonly Item[]): string {
  const rows = items.map(({ class: grade, message, lines, source }) => {
    const more =
      lines.length > LONGEST_LIST ? [...lines.slice(0, LONGEST_LIST), `and ${lines.length - LONGEST_LIST} more`] : lines
    return [grade, [message, ...more].map(escapeText).join('<br>'), source === null ? '' : inCode(source)]
  })
  return table(['Class', 'What', 'Source'], rows)
}

const LONGEST_LIST = 12

function printProof({ circumstances: { proven } }: Report): string {
  if (proven === null) return 'Not tried here. `npx cms migrate verify` replays the chain on D1 with sample rows.'
  return `${capital(textOf(describeProof(proven)))}.`
}

function printDeploy({ commands, steps, rollback, health }: DeployPlan, version: string): string[] {
  const numbered = steps.map((step, index) => `${index + 1}. ${capital(textOf(step))}.`).join('\n')
  const runs = `The new version is ${inCode(version)}.`
  const check =
    health === null ? 'The service shows it at `/health`.' : `It runs once ${inCode(`curl -s ${health}`)} shows it.`
  return [
    '### Deploy',
    fence(commands.join('\n'), 'sh'),
    numbered,
    `**Rollback.** ${rollback.map(textOf).join(' ')}`,
    `**Version.** ${runs} ${check}`,
  ]
}

function cut(comment: string): string {
  if (comment.length <= LONGEST_COMMENT) return comment
  const lines = comment.slice(0, LONGEST_COMMENT).split('\n').slice(0, -1)
  return `${lines.join('\n')}\n\nThe report is too long for a comment: run \`cms diff\` for the rest.\n`
}
