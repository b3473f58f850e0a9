import { join } from 'node:path'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { fileName } from '../diagnostics/file-name.ts'
import { openSyntaxTrees } from '../diagnostics/syntax-tree.ts'
import { findTopLevelAwait } from '../diagnostics/top-level-await.ts'
import { configFileIn } from '../load/config-file.ts'
import { ModuleGraph } from '../load/module-graph.ts'
import { stackPositions } from '../load/stack-frames.ts'
import { LIMITS, type Limit } from './deadline.ts'
import type { Evaluated } from './messages.ts'
import type { Outcome } from './process.ts'

/** Returns the error for a config whose evaluation does not end, ends the process, or makes the compiler fail. */
export async function cannotEvaluate(outcome: Outcome, root: string, files: readonly string[]): Promise<Evaluated> {
  const at = 'stack' in outcome ? positionIn(outcome.stack, root) : null
  // Without a position, the process is waiting for a promise.
  const waiting =
    at === null && outcome.kind === 'late' ? findTopLevelAwait(await openSyntaxTrees(), files, root) : null
  return failed({ ...explain(outcome), at: at ?? waiting ?? configIn(root) }, root, files)
}

/**
 * Returns the error for a config that replaces built-in functions.
 * @param found outcome of the evaluation in which these functions could not be replaced
 */
export function replaces(names: readonly string[], found: Outcome, root: string, files: readonly string[]): Evaluated {
  const thrown =
    found.kind === 'evaluated' ? found.evaluated.findings.find(({ code }) => code === 'config-threw') : null
  const message = `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} replaced while the config is evaluated, so its declarations cannot be trusted.`
  const hint = 'Do not replace built-in functions in the config or in what it imports.'
  return failed({ code: 'config-replaces', message, hint, at: thrown?.at ?? configIn(root) }, root, files)
}

function explain(outcome: Outcome): Pick<Finding, 'code' | 'message' | 'hint'> {
  if (outcome.kind === 'late') {
    return { code: 'config-hangs', ...TOO_LONG[outcome.limit] }
  }
  if (outcome.kind === 'threw') {
    const hint = 'This is a bug in lintel. Please report it, with the config.'
    return { code: 'compiler-failed', message: `The config cannot be evaluated: ${outcome.message}`, hint }
  }
  const how = outcome.kind === 'ended' ? outcome.how : outcome.kind
  const said = 'stack' in outcome ? lastError(outcome.stack) : null
  return {
    code: 'config-ended',
    message: `The process in which the config is evaluated has ended: ${how}.${said === null ? '' : ` It reported: ${said}`}`,
    hint: 'Look for code that uses all memory or ends the process.',
  }
}

const TOO_LONG: Readonly<Record<Limit, Pick<Finding, 'message' | 'hint'>>> = {
  processor: {
    message: `The evaluation of the config used ${LIMITS.processor} seconds of processor time without ending.`,
    hint: 'Look for a loop that never ends.',
  },
  wall: {
    message: `The evaluation of the config did not end within ${LIMITS.wall} seconds.`,
    hint: `Look for a timer or an \`await\` that never ends. If there is none, the machine was too busy: run the command again.`,
  },
}

/** Returns the line in which Node names the error that ended the process; `null` if there is none. */
function lastError(text: string): string | null {
  return /^(?:\w*Error\b|FATAL ERROR:).*$/m.exec(text)?.[0] ?? null
}

/** Returns the innermost position in a file of the project; `null` if there is none. */
function positionIn(stack: string, root: string): Finding['at'] {
  const graph = new ModuleGraph(root)
  const position = stackPositions(stack).find(({ path }) => graph.owns(path))
  return position ? { file: fileName(root, position.path), line: position.line, column: position.column } : null
}

function configIn(root: string): Finding['at'] {
  return { file: fileName(root, configFileIn(root) ?? join(root, 'cms.config.ts')) }
}

function failed(finding: Finding, root: string, files: readonly string[]): Evaluated {
  const configFile = configFileIn(root) ?? join(root, 'cms.config.ts')
  const watched = files.length > 0 ? files : [configFile]
  return {
    findings: [finding],
    configFile,
    layers: [],
    parents: new Map(),
    origins: new Map(),
    files: watched,
    project: null,
  }
}
