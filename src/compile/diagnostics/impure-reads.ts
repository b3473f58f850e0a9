import type { ModuleGraph } from '../load/module-graph.ts'
import type { ImpureRead } from '../load/purity.ts'
import { framePosition } from '../load/stack-frames.ts'
import type { Finding } from './diagnostic.ts'
import { fileName } from './file-name.ts'

const TOPICS: Readonly<Record<ImpureRead['topic'], string>> = {
  clock: 'the clock',
  random: 'a random value',
  environment: 'the environment',
  locale: "the machine's locale or time zone",
}

/** Reads that the project's own files made while they were evaluated. What a dependency does is its own affair. */
export function explainImpureReads(reads: readonly ImpureRead[], graph: ModuleGraph): Finding[] {
  return reads.flatMap(({ what, topic, frame }) => {
    const position = framePosition(frame)
    if (!position || !graph.owns(position.path)) return []
    const { path, line, column } = position
    return [
      {
        code: 'impure-config',
        message: `${what} reads ${TOPICS[topic]} while the config is evaluated, so two builds would differ.`,
        hint: HINTS[topic],
        at: { file: fileName(graph.root, path), line, column },
      },
    ]
  })
}

const HINTS: Readonly<Record<ImpureRead['topic'], string>> = {
  clock: 'Write the moment down, or read the clock in a handler or a hook, when a request comes.',
  random: 'Write the value down, or make it in a handler or a hook, when a request comes.',
  environment: "Give it as a variable of an environment, or as secret('NAME').",
  locale: "Name the locale, and the time zone where there is one: 'en', { timeZone: 'UTC' }.",
}
