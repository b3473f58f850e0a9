import type { ExecutionContext } from '@cloudflare/workers-types'
import type { Bindings } from '../config/plugin.ts'
import type { Program } from '../manifest/index.ts'

export interface ServiceWorker {
  fetch(request: Request, env: Bindings, execution: ExecutionContext): Response | Promise<Response>
}

export function createWorker(program: Program): ServiceWorker {
  return { fetch: () => new Response(program.manifest.name) }
}
