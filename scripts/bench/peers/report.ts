import { REPORTED } from './cases.ts'
import type { Figure, Measured } from './measure.ts'
import type { Peer } from './peer.ts'

/** System in the table. `failure` is the reason why it could not be measured, or `null`. */
export interface Column {
  readonly peer: Peer
  readonly failure: string | null
}

/** Row of the table, with a figure for each system. */
interface Line {
  readonly title: string
  readonly figures: ReadonlyMap<string, Figure>
  readonly format: (value: number) => string
  /** Returns how many times better the first system is than another. */
  readonly ratio: (first: number, other: number) => number
}

/**
 * Returns the table of all figures, and then the settings of the systems, in Markdown. The first system is the one that
 * the others are compared with.
 */
export function reportOf(columns: readonly Column[], results: readonly Measured[], about: string): string {
  const [first] = columns
  if (!first) return about
  const notes: string[] = []
  const rows = linesOf(results).map(({ title, figures, format, ratio }) => {
    const own = figures.get(first.peer.name)
    const cells = columns.map(({ peer, failure }) => {
      const figure = failure === null ? figures.get(peer.name) : { reason: failure }
      if (!figure) return '–'
      if ('reason' in figure) return note(notes, peer.name, figure.reason)
      const isFirst = peer === first.peer || own === undefined || 'reason' in own
      return isFirst ? format(figure.value) : `${format(figure.value)} · ${times(ratio(own.value, figure.value))}`
    })
    return [title, ...cells]
  })
  const head = ['', ...columns.map(({ peer }) => peer.name)]
  return [
    about,
    '',
    tableRow(head),
    tableRow(['---', ...columns.map(() => '--:')]),
    ...rows.map(tableRow),
    '',
    ...notes.flatMap((text) => [text, '']),
    tableRow(['system', 'version', 'what was set']),
    tableRow(['---', '---', '---']),
    ...columns.map(({ peer }) => tableRow([peer.name, peer.version, peer.settings])),
  ].join('\n')
}

function linesOf(results: readonly Measured[]): Line[] {
  const counted = ({ posts }: Measured) => `${posts.toLocaleString('en')} posts`
  const faster = (first: number, other: number) => first / other
  const lower = (first: number, other: number) => other / first
  return [
    ...REPORTED.flatMap(({ name, title }) =>
      results.map(
        (measured): Line => ({
          title: `${title}, ${counted(measured)}: requests a second`,
          figures: measured.requests.get(name)?.rates ?? new Map(),
          format: (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')),
          ratio: faster,
        }),
      ),
    ),
    ...REPORTED.flatMap(({ name, title }) =>
      results.map(
        (measured): Line => ({
          title: `${title}, ${counted(measured)}: processor ms per request`,
          figures: measured.requests.get(name)?.costs ?? new Map(),
          format: (value) => (value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')),
          ratio: lower,
        }),
      ),
    ),
    ...results.map(
      (measured): Line => ({
        title: `cold start to the first response, ${counted(measured)}: seconds`,
        figures: measured.starts,
        format: (value) => value.toFixed(2),
        ratio: lower,
      }),
    ),
    ...results.map(
      (measured): Line => ({
        title: `memory after the run, ${counted(measured)}: MB`,
        figures: measured.memory,
        format: (value) => value.toFixed(0),
        ratio: lower,
      }),
    ),
  ]
}

/** Returns a reference to the reason, which is listed once below the table. */
function note(notes: string[], name: string, reason: string): string {
  const text = `${name}: ${reason.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}`
  const at = notes.findIndex((one) => one.endsWith(text))
  if (at < 0) notes.push(`(${notes.length + 1}) ${text}`)
  return `not measured (${at < 0 ? notes.length : at + 1})`
}

function times(ratio: number): string {
  return `×${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)}`
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

const [BEGIN, END] = ['<!-- measured: peers -->', '<!-- /measured: peers -->']

/**
 * Returns the page with a report in place of the one between the markers.
 * @throws Error if there are no markers
 */
export function insertReport(page: string, report: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`The page has no ${BEGIN} … ${END}.`)
  return `${page.slice(0, from + BEGIN.length)}\n${report}\n${page.slice(to)}`
}
