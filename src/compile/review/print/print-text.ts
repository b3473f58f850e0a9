import type { ChangeClass } from '../change.ts'
import type { Item } from '../items.ts'
import { describeProof } from '../proven.ts'
import { describeBase, describeStale, type Report } from '../report.ts'

/** Styles of text on a terminal. */
export interface TextStyle {
  readonly heading: (text: string) => string
  readonly dim: (text: string) => string
  readonly ofClass: (grade: ChangeClass, text: string) => string
}

/** Maximum number of lines of a statement; the migration's file contains it in full. */
const LONGEST_SQL = 12

/** Prints the review for a terminal. */
export function printReviewText(report: Report, style: TextStyle): string {
  const { compared, circumstances, verdict, counts } = report
  const numbers = counts.map(([name, count]) => style.ofClass(name, `${count} ${name}`))
  const against = style.dim(
    `compared with ${describeBase(compared)}${compared.base.hasLock ? '' : ', which has no lock'}`,
  )
  const blocks = [
    circumstances.stale.length === 0 ? [] : [style.ofClass('caution', `${plain(describeStale(circumstances.stale))}.`)],
    [style.heading(`${compared.name}: ${verdict}`), [...numbers, against].join('  ')],
    printSection('Lost', report.lost, report, style),
    printSection('Opens', report.opens, report, style),
    printSection('Breaks API clients', report.breaks, report, style),
    printSection('Everything else', report.rest, report, style),
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
  const withSql = title !== 'Everything else'
  return [style.heading(title), ...items.flatMap((item) => printItem(item, report, style, withSql))]
}

function printItem(item: Item, report: Report, style: TextStyle, withSql: boolean): string[] {
  const source = item.source === null ? '' : `  ${style.dim(item.source)}`
  const below = [...item.lines, ...rowsOf(item, report, withSql)]
  return [
    `  ${style.ofClass(item.class, item.class.padEnd(WIDTH))}  ${item.message}${source}`,
    ...below.map((line) => `${INDENT}${style.dim(line)}`),
    ...(withSql ? printSql(item, style) : []),
  ]
}

function rowsOf({ steps, rows }: Item, { circumstances, deploy }: Report, isGrave: boolean): readonly string[] {
  const failing = rows.map(({ words, fails }) => (fails ? `fails: ${words}` : words))
  if (steps.length === 0 || circumstances.rows !== null) return failing
  return isGrave ? [`rows not counted: npx cms diff --rows ${deploy?.environment ?? 'development'}`] : []
}

function printSql({ steps }: Item, style: TextStyle): string[] {
  const statements = new Set(steps.flatMap(({ sql }) => sql))
  const lines = [...statements].flatMap((statement) => `${statement};`.split('\n'))
  const shown = lines.length > LONGEST_SQL ? lines.slice(0, LONGEST_SQL - 1) : lines
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… ${rest} more lines`] : [])].map((line) => `${INDENT}${style.dim(`| ${line}`)}`)
}

/** Removes the backticks around code. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}

function printProof({ circumstances: { proven } }: Report, style: TextStyle): string[] {
  return proven === null ? [] : [style.heading('Proof'), `  ${describeProof(proven)}`]
}

function printDeploy({ deploy, circumstances }: Report, style: TextStyle): string[] {
  if (deploy === null) return []
  return [
    style.heading('Deploy'),
    ...deploy.commands.map((command) => `  ${command}`),
    ...deploy.steps.map((step, index) => `    ${style.dim(`${index + 1}. ${plain(step)}`)}`),
    ...deploy.rollback.map((way) => `  ${plain(way)}`),
    `  version ${circumstances.version}${deploy.health === null ? '' : `, as ${deploy.health} will show it`}`,
  ]
}
