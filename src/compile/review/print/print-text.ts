import type { ChangeClass } from '../change.ts'
import type { Item } from '../item.ts'
import { describeProof, describeUnprovable } from '../proven.ts'
import { describeBase, describeStale, type Report, SECTIONS } from '../report.ts'
import { describeRows } from './describe-rows.ts'
import { shorten } from './markdown.ts'
import { stepsInOrder } from './steps-in-order.ts'
import { visibleReport } from './visible-report.ts'

/** Styles of text on a terminal. */
export interface TextStyle {
  readonly heading: (text: string) => string
  readonly dim: (text: string) => string
  readonly ofClass: (grade: ChangeClass, text: string) => string
}

/** Maximum number of lines of a step's SQL; the migration's file contains it in full. */
const LONGEST_SQL = 12
/** Maximum length of a line of SQL, in characters. */
const LONGEST_LINE = 200

/** Prints the review for a terminal. */
export function printReviewText(data: Report, style: TextStyle): string {
  const report = visibleReport(data)
  const { compared, circumstances, verdict, counts } = report
  const numbers = counts.map(([name, count]) => style.ofClass(name, `${count} ${name}`))
  const against = style.dim(
    `compared with ${describeBase(compared)}${compared.base.hasLock ? '' : ', which has no lock'}`,
  )
  const blocks = [
    circumstances.stale.length === 0 ? [] : [style.ofClass('caution', `${plain(describeStale(circumstances.stale))}.`)],
    [style.heading(`${compared.name}: ${verdict}`), [...numbers, against].join('  '), ...report.origins.map(plain)],
    ...SECTIONS.map(({ items, title }) => printSection(title, report[items], report, style)),
    printSql(report, style),
    printProof(report, style),
    printDeploy(report, style),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
}

const WIDTH = 'destructive'.length
const INDENT = ' '.repeat(WIDTH + 4)

function printSection(title: string, items: readonly Item[], report: Report, style: TextStyle): string[] {
  if (items.length === 0) return []
  return [style.heading(title), ...items.flatMap((item) => printItem(item, report, style))]
}

function printItem(item: Item, report: Report, style: TextStyle): string[] {
  const source = item.source === null ? '' : `  ${style.dim(item.source)}`
  const reasons = item.reasons.map((reason) => `why: ${reason}`)
  const below = [...reasons, ...item.lines, ...rowsOf(item, report)]
  return [
    `  ${style.ofClass(item.class, item.class.padEnd(WIDTH))}  ${item.message}${source}`,
    ...below.map((line) => `${INDENT}${style.dim(line)}`),
  ]
}

function rowsOf({ class: grade, steps, rows }: Item, { circumstances, deploy }: Report): readonly string[] {
  if (steps.length === 0 || circumstances.rows !== null) return rows.map(describeRows)
  const isGrave = grade !== 'caution' && grade !== 'safe'
  return isGrave ? [`rows not counted: npx cms diff --rows ${deploy?.environment ?? 'development'}`] : []
}

/**
 * Prints the SQL of the migrations in the order in which it runs, if any step loses values, opens access or breaks
 * clients.
 */
function printSql({ steps, lost, opens, breaks }: Report, style: TextStyle): string[] {
  if ([...lost, ...opens, ...breaks].every((item) => item.steps.length === 0)) return []
  return stepsInOrder(steps).flatMap(({ file, steps: ofFile }) => [
    `${style.heading('SQL')} ${style.dim(`in ${file}, in the order of execution`)}`,
    ...ofFile.flatMap(({ class: grade, message, sql }) => [
      `  ${style.ofClass(grade, grade.padEnd(WIDTH))}  ${message}`,
      ...shortened(sql).map((line) => `${INDENT}${style.dim(`| ${line}`)}`),
    ]),
  ])
}

function shortened(statements: readonly string[]): string[] {
  const lines = statements
    .flatMap((statement) => `${statement};`.split('\n'))
    .map((line) => shorten(line, LONGEST_LINE))
  if (lines.length <= LONGEST_SQL) return lines
  return [...lines.slice(0, LONGEST_SQL - 1), `… ${lines.length - LONGEST_SQL + 1} more lines`]
}

/** Removes the backticks around code. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}

function printProof({ circumstances: { proven }, lost, steps }: Report, style: TextStyle): string[] {
  if (proven === null) return []
  const isByHand = steps.some(({ operation }) => operation === null)
  return [style.heading('Proof'), `  ${describeProof(proven, lost)}`, `  ${style.dim(describeUnprovable(isByHand))}`]
}

function printDeploy({ deploy, circumstances }: Report, style: TextStyle): string[] {
  if (deploy === null) return []
  return [
    style.heading('Deploy'),
    ...deploy.commands.map((command) => `  ${command}`),
    ...deploy.steps.map((step, index) => `    ${style.dim(`${index + 1}. ${plain(step)}`)}`),
    ...deploy.rollback.map((way) => `  ${plain(way)}`),
    `  version ${circumstances.version}${deploy.health === null ? '' : `, which ${deploy.health} shows after the deploy`}`,
  ]
}
