import { counted } from '../../ground/counted.ts'
import { shownLine } from './redact.ts'

/** Maximum number of new lines that are shown, and of lines that are gone. */
const MOST_LINES = 6

/** Difference between two texts, with notes on the lines that are new or gone. */
export interface Difference {
  readonly isOnlyComments: boolean
  readonly notes: readonly string[]
}

/** Compares texts by line; `null` if they are equal. */
export function compareLines(before: string, after: string): Difference | null {
  if (before === after) return null
  const [was, is] = [before, after].map((text) => text.split('\n')) as [string[], string[]]
  const [gone, come] = [without(was, is), without(is, was)]
  const isMoved = gone.length + come.length === 0
  if (withoutSpace(before) === withoutSpace(after))
    return { isOnlyComments: false, notes: ['only spaces and empty lines differ, which may end or join commands'] }
  return {
    isOnlyComments: !isMoved && [...gone, ...come].every(isComment) && ![before, after].some(cutsCommand),
    notes: isMoved ? ['its lines are in another order'] : [...notesOf('no longer', gone), ...notesOf('new', come)],
  }
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/**
 * Tells whether a line is a comment that no program obeys, unlike the first line of a script or a directive of Docker.
 */
function isComment(line: string): boolean {
  return /^\s*#(?!!)(?!\s*(?:syntax|escape|check)\s*=)/.test(line)
}

/** Tells whether a comment follows a line that ends in a backslash, so that it cuts the command off. */
function cutsCommand(text: string): boolean {
  return /\\[^\S\n]*\n\s*#/.test(text)
}

function notesOf(label: string, all: readonly string[]): string[] {
  const lines = all.filter((line) => line.trim() !== '')
  const shown = lines.slice(0, MOST_LINES).map((line) => `${label}: ${shownLine(line)}`)
  const rest = lines.length - shown.length
  return rest > 0 ? [...shown, `${label}: ${counted(rest, 'more line')}`] : shown
}
