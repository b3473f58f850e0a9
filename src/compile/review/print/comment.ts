import { counted } from '../../../ground/counted.ts'
import type { DeployPlan } from '../deploy-plan.ts'
import type { Item } from '../item.ts'
import { describeProof, describeUnprovable } from '../proven.ts'
import { describeBase, describeStale, type Report, SECTIONS } from '../report.ts'
import { describeRows } from './describe-rows.ts'
import { type Limits, WHOLE } from './limits.ts'
import { alert, capital, details, escapeText, fence, inCode, shorten, table, textOf } from './markdown.ts'
import { shortenedNote } from './shortened-note.ts'
import { stepsInOrder } from './steps-in-order.ts'

/** Maximum number of lines in the section Breaks that are not folded. The sections Opens and Lost are never folded. */
const MOST_ROWS = 20

export function printComment(report: Report, limits: Limits): string {
  const { compared, circumstances, verdict, deploy } = report
  const { stale, version } = circumstances
  const opens = report.opens.slice(0, limits.grave)
  const lost = report.lost.slice(0, Math.max(0, limits.grave - opens.length))
  const shown = { opens, lost, breaks: report.breaks.slice(0, limits.breaks), rest: report.rest.slice(0, limits.rest) }
  const blocks = [
    ...shortenedNote(report, shown, limits),
    ...(stale.length > 0 ? [alert('WARNING', `**${capital(textOf(describeStale(stale)))}.** ${STALE}`)] : []),
    `## ${escapeText(shorten(compared.name, LONGEST_NAME))}: ${verdict}`,
    printMeta(report),
    ...(deploy === null ? [] : [printDatabase(report)]),
    ...SECTIONS.flatMap(({ items, title }) =>
      items === 'rest' ? printRest(report, shown.rest, limits) : printSection(title, shown[items], report, limits),
    ),
    ...(limits.withSql ? printSql(report) : []),
    ...(deploy === null ? [] : ['### Proof', printProof(report, limits)]),
    ...(deploy === null ? [] : printDeploy(deploy, version)),
  ]
  return blocks.join('\n\n')
}

const STALE = 'The report below shows what a build would write; this branch does not contain it yet.'
const LONGEST_NAME = 200

function printMeta({ compared, counts }: Report): string {
  const badges = counts.map(([name, count]) => inCode(`${count} ${name}`))
  const against = `compared with ${inCode(shorten(describeBase(compared), LONGEST_NAME))}`
  return [...badges, `${against}${compared.base.hasLock ? '' : ', which has no lock'}`].join(' · ')
}

/** Summarizes the migrations: what they do, how that is known, and where rows were counted. */
function printDatabase(report: Report): string {
  const { database, origins, steps, opens } = report
  const rows = ` **Rows:** ${describeCounts(report)}.`
  if (steps.length === 0) {
    const isConcerned = opens.some(({ concerns = [] }) => concerns.length > 0)
    return `**Database:** no changes.${isConcerned ? rows : ''}`
  }
  const known = origins.slice(0, MOST_ORIGINS).map((origin) => `${capital(textOf(origin))}.`)
  return [`**Database:** ${textOf(database)}.${rows}`, ...known].join('<br>')
}

function describeCounts({ circumstances: { rows }, deploy }: Report): string {
  const environment = deploy?.environment ?? 'development'
  const command = inCode(`npx cms diff --rows ${environment}`)
  if (rows === null) return `not counted: run ${command}`
  if (rows.environment !== 'development') return `as counted in ${textOf(rows.environment)}`
  return environment === 'development'
    ? 'as counted in a local database'
    : `as counted in a local database, not in ${textOf(environment)}: ${command} counts there`
}

const MOST_ORIGINS = 20

/** Prints changes that need attention as a table. */
function printSection(title: string, items: readonly Item[], report: Report, limits: Limits): string[] {
  if (items.length === 0) return []
  const text = tableOf(items, report, limits)
  const isFolded = title === 'Breaks API clients' && items.length > MOST_ROWS
  return [`### ${title}`, isFolded ? details(`${items.length} changes`, text) : text]
}

function tableOf(items: readonly Item[], report: Report, limits: Limits): string {
  const withRows = report.circumstances.rows !== null && items.some(({ rows }) => rows.length > 0)
  const head = ['What', ...(withRows ? ['Rows'] : []), 'Source']
  return table(
    head,
    items.map((item) => [
      cellOf(`**${sentence(item.message, limits)}**`, item, limits),
      ...(withRows ? [item.rows.map((rows) => textOf(shorten(describeRows(rows), limits.sentence))).join('<br>')] : []),
      sourceOf(item),
    ]),
  )
}

function cellOf(message: string, { reasons, lines }: Item, limits: Limits): string {
  const told = limits.reason === 0 ? [] : reasons.map((reason) => `why: ${shorten(reason, limits.reason)}`)
  const below = limits.withLines ? lines : []
  return [message, ...told.map(escapeText), ...below.map((line) => sentence(line, limits))].join('<br>')
}

function sentence(text: string, { sentence: length }: Limits): string {
  return escapeText(shorten(text, length))
}

function sourceOf({ source }: Item): string {
  return source === null ? '' : inCode(shorten(source, LONGEST_NAME))
}

/** Prints the SQL of each migration in the order in which it runs, so that the order can be verified. */
function printSql({ steps }: Report): string[] {
  return stepsInOrder(steps).map(({ file, steps: ofFile }) => {
    const statements = ofFile.map(({ class: grade, message, sql }) => {
      const mark = grade === 'safe' ? '' : `${grade}: `
      return [`-- ${mark}${message}`, ...sql.map((text) => `${text};`)].join('\n')
    })
    const count = ofFile.reduce((sum, { sql }) => sum + sql.length, 0)
    const summary = `SQL in <code>${escapeText(file)}</code>, ${counted(count, 'statement')} in the order of execution`
    return details(summary, fence(statements.join('\n\n'), 'sql'))
  })
}

/** Prints harmless changes in a folded section, grouped by area; only their numbers if the limits allow no more. */
function printRest({ rest }: Report, shown: readonly Item[], limits: Limits): string[] {
  if (rest.length === 0) return []
  const cautions = rest.filter((item) => item.class === 'caution').length
  const counts = [
    ...(cautions > 0 ? [`${cautions} to check`] : []),
    ...(rest.length > cautions ? [`${rest.length - cautions} safe`] : []),
  ].join(', ')
  if (shown.length === 0) return [`**Everything else:** ${counts}.`]
  const body = [...Map.groupBy(shown, ({ area }) => area)].map(([area, items]) => {
    return [`**${capital(area)}**`, restTable(items, limits)].join('\n\n')
  })
  return [details(`<b>Everything else</b>: ${counts}`, body.join('\n\n'))]
}

function restTable(items: readonly Item[], limits: Limits): string {
  const rows = items.map((item) => {
    const rest = item.lines.length - LONGEST_LIST
    const lines = rest > 0 ? [...item.lines.slice(0, LONGEST_LIST), `and ${rest} more`] : item.lines
    return [item.class, cellOf(sentence(item.message, limits), { ...item, lines }, limits), sourceOf(item)]
  })
  return table(['Class', 'What', 'Source'], rows)
}

const LONGEST_LIST = 12

function printProof({ circumstances: { proven }, steps, lost }: Report, limits: Limits): string {
  if (steps.length === 0)
    return 'The database does not change, so there was no migration to try. Not proven: what rules, hooks and other code do.'
  if (proven === null) return 'Not tried here. `npx cms migrate verify` replays the chain on D1 with sample rows.'
  const text = describeProof(proven, lost)
  const isByHand = steps.some(({ operation }) => operation === null)
  return `${capital(textOf(limits === WHOLE ? text : shorten(text, LONGEST_PROOF)))}. ${describeUnprovable(isByHand)}.`
}

const LONGEST_PROOF = 1500

function printDeploy({ commands, steps, rollback, health }: DeployPlan, version: string): string[] {
  const numbered = steps.map((step, index) => `${index + 1}. ${capital(textOf(step))}.`).join('\n')
  const runs = `The new version is ${inCode(version)}.`
  const check =
    health === null
      ? 'The service shows its version at `/health`.'
      : `It is running once ${inCode(`curl -s ${health}`)} shows this version.`
  return [
    '### Deploy',
    fence(commands.join('\n'), 'sh'),
    numbered,
    `**Rollback.** ${rollback.map(textOf).join(' ')}`,
    `**Version.** ${runs} ${check}`,
  ]
}
