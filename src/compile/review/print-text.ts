import { type Change, type ChangeClass, countClasses, type DatabaseChange } from './change.ts'
import { baseInWords, type Compared, ORDERS, verdictOf } from './report.ts'
import { changesOf, type Review } from './review.ts'

/** How parts of the text look on a terminal. */
export interface TextStyle {
  readonly heading: (text: string) => string
  readonly dim: (text: string) => string
  readonly ofClass: (grade: ChangeClass, text: string) => string
}

/** Statements longer than this are cut: the migration's file has them whole. */
const LONGEST_SQL = 16

/** The review for a terminal. */
export function printReviewText(review: Review, compared: Compared, style: TextStyle): string {
  const changes = changesOf(review)
  const counts = countClasses(changes).map(([name, count]) => style.ofClass(name, `${count} ${name}`))
  const head = `${compared.name}: ${verdictOf(review)}`
  const against = style.dim(
    `compared with ${baseInWords(compared)}${compared.base.hasLock ? '' : ', which has no lock'}`,
  )
  const blocks = [
    [style.heading(head), [...counts, against].join('  ')],
    printDatabase(review.database, style),
    printSection('API', review.api, style),
    printSection('Access', review.access, style),
    printSection('Settings', review.settings, style),
    changes.length > 0 ? printDeploy(review, style) : [],
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
}

function printDatabase(changes: readonly DatabaseChange[], style: TextStyle): string[] {
  const byFile = Map.groupBy(changes, ({ migration }) => migration)
  return [...byFile].flatMap(([file, steps], index) => [
    ...(index === 0 ? [style.heading('Database')] : []),
    `  ${style.dim(file)}`,
    ...steps.flatMap((step) => [
      printChange(step, style),
      ...step.notes.map((note) => `${INDENT}${style.dim(note)}`),
      ...printSql(step.sql, style),
    ]),
  ])
}

const WIDTH = 'destructive'.length
const INDENT = ' '.repeat(WIDTH + 4)

function printSql(sql: readonly string[], style: TextStyle): string[] {
  const lines = sql.flatMap((statement) => `${statement};`.split('\n'))
  const shown = lines.length > LONGEST_SQL ? lines.slice(0, LONGEST_SQL - 1) : lines
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… ${rest} more lines`] : [])].map((line) => `${INDENT}${style.dim(`| ${line}`)}`)
}

function printSection(title: string, changes: readonly Change[], style: TextStyle): string[] {
  return changes.length === 0 ? [] : [style.heading(title), ...changes.map((change) => printChange(change, style))]
}

function printChange(change: Change, style: TextStyle): string {
  const label = style.ofClass(change.class, change.class.padEnd(WIDTH))
  const source = change.source === null ? '' : `  ${style.dim(change.source)}`
  return `  ${label}  ${change.message}${source}`
}

function printDeploy({ compatibility }: Review, style: TextStyle): string[] {
  const { oldWorkerNewSchema, newWorkerOldSchema, order, why, commands } = compatibility
  const verdicts =
    order === 'any'
      ? []
      : ([
          ['old worker, new schema', oldWorkerNewSchema],
          ['new worker, old schema', newWorkerOldSchema],
        ] as const)
  return [
    style.heading('Deploy'),
    ...verdicts.flatMap(([title, { works, reasons }]) => [
      `  ${title}: ${works ? 'works' : 'fails'}`,
      ...shorten(reasons).map((reason) => `    ${style.dim(reason)}`),
    ]),
    `  ${ORDERS[order]}: ${why}`,
    ...commands.map((command) => (command.startsWith('#') ? `    ${style.dim(command)}` : `    ${command}`)),
  ]
}

const MOST_REASONS = 8

/** The first reasons, and how many more there are. */
export function shorten(reasons: readonly string[]): readonly string[] {
  if (reasons.length <= MOST_REASONS) return reasons
  return [...reasons.slice(0, MOST_REASONS - 1), `and ${reasons.length - MOST_REASONS + 1} more`]
}
