import { sep } from 'node:path'
import type { ModuleGraph } from '../load/module-graph.ts'
import type { ImpureRead } from '../load/purity.ts'
import { type FilePosition, framePosition } from '../load/stack-frames.ts'
import { THROUGH_LIBRARIES, type Topic } from '../load/watched.ts'
import type { DiagnosticCode } from './codes.ts'
import type { Finding, Spot } from './diagnostic.ts'
import { fileName } from './file-name.ts'

interface Explanation {
  readonly code: DiagnosticCode
  readonly severity?: 'warning'
  /** Text of the message after the description of the read. */
  readonly because: string
  readonly hint: string
}

/** Code of an attempt to do more than declaring. */
export const REACHES_OUT = 'config-reaches-out'

const WHEN = 'while the config is evaluated, so two builds would differ'

const EXPLANATIONS: Readonly<Record<Topic, Explanation>> = {
  clock: {
    code: 'impure-config',
    because: `reads the clock ${WHEN}`,
    hint: 'Write a fixed time, or read the clock in a handler or a hook, during a request.',
  },
  random: {
    code: 'impure-config',
    because: `reads a random value ${WHEN}`,
    hint: 'Write a fixed value, or make it in a handler or a hook, during a request.',
  },
  environment: {
    code: 'impure-config',
    because: `reads the environment ${WHEN}`,
    hint: "Declare it as a variable of an environment, or as secret('NAME').",
  },
  locale: {
    code: 'impure-config',
    because: `reads the machine's locale or time zone ${WHEN}`,
    hint: "Name the locale, and for dates the time zone: 'en', { timeZone: 'UTC' }. Read the parts of dates in UTC.",
  },
  output: {
    code: 'config-prints',
    severity: 'warning',
    because: 'prints nothing: the config is evaluated in a separate process, which returns only its declarations',
    hint: 'Remove it, or call it in a handler or a hook, during a request.',
  },
  files: {
    code: REACHES_OUT,
    because: 'reads outside the project: a config may read its own folder and its packages',
    hint: 'Move the file into the project, under a name that does not begin with a dot.',
  },
  writes: {
    code: REACHES_OUT,
    because: 'writes a file: a config only declares',
    hint: 'Write it in a separate script, before the build.',
  },
  processes: {
    code: REACHES_OUT,
    because: 'starts, ends or changes a process: a config only declares',
    hint: 'Do it in a separate script, before the build.',
  },
  network: {
    code: REACHES_OUT,
    because: 'uses the network: a config only declares',
    hint: 'Fetch it in a separate script, and commit the result; or fetch it in a handler, during a request.',
  },
}

/**
 * Returns where the project reads something that differs between builds, or tries something that a config may not do;
 * `null` if only a dependency does.
 */
export function ownPosition({ topic, frames }: ImpureRead, graph: ModuleGraph): FilePosition | null {
  // Built-in functions may be between the caller and the read: `at String (<anonymous>)`.
  const written = frames.filter((frame) => !frame.endsWith('(<anonymous>)'))
  for (const frame of THROUGH_LIBRARIES.has(topic) ? written : written.slice(0, 1)) {
    const position = framePosition(frame)
    if (position && graph.owns(position.path)) return position
  }
  return null
}

export type ImpureFinding = Finding & { readonly at: Spot }

export function explainImpureRead(
  { what, topic }: ImpureRead,
  { path, line, column }: FilePosition,
  root: string,
): ImpureFinding {
  const { code, severity, because, hint } = EXPLANATIONS[topic]
  const at = { file: fileName(root, path), line, column }
  const named = what.replace(root + sep, '')
  return { code, message: `${named} ${because}.`, hint, at, ...(severity && { severity }) }
}
