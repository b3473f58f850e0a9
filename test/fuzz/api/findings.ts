import { asCurl, type Received, type Sent } from './send.ts'

/** A kind of mistake, with the first request that showed it. */
export interface Finding {
  /** Description of the problem, without the parts that differ between requests. */
  readonly what: string
  readonly caller: string
  /** A line for a shell. */
  readonly curl: string
  readonly status: number
  /** The beginning of the answer. */
  readonly answer: string
  /** Number of requests that have shown it. */
  count: number
}

/** Mistakes, each once. */
export interface Findings {
  add(what: string, caller: string, sent: Sent, received: Received): void
  readonly all: readonly Finding[]
}

export function createFindings(onFinding: (finding: Finding) => void = () => {}): Findings {
  const byWhat = new Map<string, Finding>()
  return {
    get all() {
      return [...byWhat.values()]
    },
    add: (what, caller, sent, { status, bytes }) => {
      const known = byWhat.get(what)
      if (known) known.count += 1
      else {
        const answer = bytes.toString().slice(0, 600)
        const finding = { what, caller, curl: asCurl(sent), status, answer, count: 1 }
        byWhat.set(what, finding)
        onFinding(finding)
      }
    },
  }
}

/** The findings as text, the most frequent first. */
export function printFindings(findings: readonly Finding[]): string {
  return findings
    .toSorted((a, b) => b.count - a.count)
    .map(
      ({ what, count, caller, curl, status, answer }) =>
        `${what}\n  ${count} ×, first by ${caller}:\n  ${curl}\n  ${status} ${answer}\n`,
    )
    .join('\n')
}
