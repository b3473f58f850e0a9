import { sep } from 'node:path'
import type { Attempt, AttemptTopic } from '../load/attempts.ts'
import type { Circumstance } from '../load/circumstances/circumstances.ts'
import type { Difference } from '../load/differences.ts'
import type { ModuleGraph } from '../load/module-graph.ts'
import { framePosition } from '../load/stack-frames.ts'
import type { DiagnosticCode } from './codes.ts'
import { atValue, type Finding, type Spot } from './diagnostic.ts'
import { fileName } from './file-name.ts'

/** Read of a value that depends on the circumstances, or an attempt to print or to reach outside. */
export interface Read {
  readonly what: string
  readonly topic: Circumstance | AttemptTopic
  readonly frames: Attempt['frames']
}

interface Explanation {
  readonly code: DiagnosticCode
  readonly severity?: 'warning'
  /** Text of the message after the description of the read. */
  readonly because: string
  readonly hint: string
}

/** Code of an attempt to reach files outside the project, processes, or the network, or to write a file. */
export const REACHES_OUT = 'config-reaches-out'

const DIFFER = 'so two builds would differ'
const WHEN = `while the config is evaluated, ${DIFFER}`

const ZONE_OR_LOCALE: Explanation = {
  code: 'impure-config',
  because: `reads the machine's locale or time zone ${WHEN}`,
  hint: "Pass the locale, and for dates the time zone: 'en', { timeZone: 'UTC' }. Read the parts of dates in UTC.",
}

const EXPLANATIONS: Readonly<Record<Read['topic'], Explanation>> = {
  clock: {
    code: 'impure-config',
    because: `reads the clock ${WHEN}`,
    hint: 'Write a fixed time, or read the clock in a handler or a hook, during a request.',
  },
  random: {
    code: 'impure-config',
    because: `reads a random value ${WHEN}`,
    hint: 'Write a fixed value, or create it in a handler or a hook, during a request.',
  },
  zone: ZONE_OR_LOCALE,
  locale: ZONE_OR_LOCALE,
  environment: {
    code: 'impure-config',
    because: `reads the environment ${WHEN}`,
    hint: "Declare it as a variable of an environment, or as secret('NAME').",
  },
  machine: {
    code: 'impure-config',
    because: `reads a property of the machine ${WHEN}`,
    hint: 'Write a fixed value, or read it in a handler or a hook, during a request.',
  },
  output: {
    code: 'config-prints',
    severity: 'warning',
    because: 'prints nothing: the config is evaluated in a separate process, which returns only its declarations',
    hint: 'Remove it, or call it in a handler or a hook, during a request.',
  },
  files: {
    code: REACHES_OUT,
    because: 'reads outside the project: a config may read only its own folder and its packages',
    hint: 'Move the file into the project, under a name that does not begin with a dot.',
  },
  writes: {
    code: REACHES_OUT,
    because: 'writes a file: a config may contain only declarations',
    hint: 'Write it in a separate script, before the build.',
  },
  processes: {
    code: REACHES_OUT,
    because: 'starts, stops or changes a process: a config may contain only declarations',
    hint: 'Do it in a separate script, before the build.',
  },
  network: {
    code: REACHES_OUT,
    because: 'uses the network: a config may contain only declarations',
    hint: 'Fetch it in a separate script, and commit the result; or fetch it in a handler, during a request.',
  },
}

export type ReadFinding = Finding & { readonly at: Spot }

/**
 * Returns the finding for a read or an attempt by the project's code, directly or in a library that it calls; nothing
 * for other code, and for output of a library.
 */
export function explainRead({ what, topic, frames }: Read, graph: ModuleGraph): ReadFinding[] {
  const callers = topic === 'output' ? frames.slice(0, 1) : frames
  const position = callers.flatMap((frame) => framePosition(frame) ?? []).find(({ path }) => graph.owns(path))
  if (!position) return []
  const { path, line, column } = position
  const { code, severity, because, hint } = EXPLANATIONS[topic]
  const at = { file: fileName(graph.root, path), line, column }
  const message = `${what.replace(graph.root + sep, '')} ${because}.`
  return [{ code, message, hint, at, ...(severity && { severity }) }]
}

/** Keeps one finding per code and line: nested reads, such as `new Date().getDate()`, are one mistake. */
export function withoutNested(findings: readonly ReadFinding[]): ReadFinding[] {
  return [...Map.groupBy(findings, ({ code, at }) => `${code} ${at.file}:${at.line}`).values()].flatMap((same) =>
    same.slice(0, 1),
  )
}

const ELSEWHERE: Readonly<Record<Circumstance, string>> = {
  clock: 'at another time',
  random: 'with other random numbers',
  zone: 'in another time zone',
  locale: 'with another locale',
  environment: 'with other environment variables',
  machine: 'on another machine',
}

/**
 * Explains a difference without a read in the project's code.
 * @param circumstance cause of the difference; `null` if the value differs in each evaluation
 */
export function explainDifference({ declaration, path }: Difference, circumstance: Circumstance | null): Finding {
  const when = circumstance === null ? 'each time the config is evaluated' : ELSEWHERE[circumstance]
  const hint =
    circumstance === null
      ? 'Look for a counter, or for another value that a package keeps between evaluations.'
      : EXPLANATIONS[circumstance].hint
  return {
    code: 'impure-config',
    message: `This value is different ${when}, ${DIFFER}.`,
    hint,
    at: atValue(declaration, ...path),
  }
}
