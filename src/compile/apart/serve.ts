import { flushCompileCache } from 'node:module'
import { evaluateProject } from '../evaluate.ts'
import { linkConfig } from '../load/load-project.ts'
import type { ModuleGraph } from '../load/module-graph.ts'
import { moduleGraphOf } from '../load/module-hooks.ts'
import { transformElsewhere } from '../load/transform-jsx.ts'
import type { CheckedProject } from '../project.ts'
import { takeChannel } from './channel.ts'
import { denyOutsideAccess } from './deny.ts'
import { encodeEvaluation } from './encode.ts'
import { guardFunctions, rememberFunctions, replacedFunctions } from './language.ts'
import type { ChildResponse, EvaluateRequest, Request, RunRequest } from './messages.ts'
import { requestTransform } from './transform.ts'

/** Handles requests from the compiler, one at a time, until the compiler exits. */
export async function serve(root: string): Promise<void> {
  const { send, onRequest } = takeChannel()
  transformElsewhere(requestTransform)
  const graph = moduleGraphOf(root)
  await prepare(graph)
  let turn = Promise.resolve()
  onRequest((request) => {
    turn = turn.then(async () => send({ ...(await response(request, graph)), id: request.id } as ChildResponse))
  })
  send({ kind: 'ready', files: graph.files() })
}

/**
 * Compiles the files to be evaluated, and stores the compiled code for later, before any of it has run. After that,
 * nothing can be written.
 */
async function prepare(graph: ModuleGraph): Promise<void> {
  await import('lintel/system')
  await linkConfig(graph)
  flushCompileCache()
  const { permission } = process as unknown as { permission: { drop?: (scope: string) => void } } // Node's types are older
  permission.drop?.('fs.write')
  denyOutsideAccess(graph.root)
  rememberFunctions()
}

type Reply = ChildResponse extends infer Kind
  ? Kind extends { readonly id: number }
    ? Omit<Kind, 'id'>
    : never
  : never

async function response(request: Request, graph: ModuleGraph): Promise<Reply> {
  try {
    return request.kind === 'evaluate' ? await evaluate(request, graph) : await run(request)
  } catch (error) {
    // If functions of the language were replaced, they are the cause of any error.
    const names = replacedFunctions()
    if (names.length > 0) return { kind: 'replaced', names }
    return { kind: 'threw', message: error instanceof Error ? error.message : String(error) }
  }
}

let evaluatedLast: { readonly project: CheckedProject; readonly revision: number } | null = null

async function evaluate({ changed, overlay, held }: EvaluateRequest, graph: ModuleGraph): Promise<Reply> {
  if (changed) graph.invalidate(changed)
  else graph.refresh()
  graph.lay(overlay)
  try {
    if (evaluatedLast?.revision === graph.revision) return { kind: 'same' }
    evaluatedLast = null
    guardFunctions(held)
    const evaluation = await evaluateProject(graph)
    const names = replacedFunctions()
    if (names.length > 0) return { kind: 'replaced', names }
    if (evaluation.checked) evaluatedLast = { project: evaluation.checked.project, revision: graph.revision }
    return { kind: 'evaluated', evaluated: encodeEvaluation(evaluation, graph.files()) }
  } finally {
    if (overlay.size > 0) graph.lay(new Map())
  }
}

/** Runs a function of this package, with the project including its code, and with the data from the compiler. */
async function run({ url, name, given }: RunRequest): Promise<Reply> {
  const module = (await import(url)) as Record<string, (project: CheckedProject | null, given: unknown) => unknown>
  return { kind: 'ran', result: await module[name]?.(evaluatedLast?.project ?? null, given) }
}
