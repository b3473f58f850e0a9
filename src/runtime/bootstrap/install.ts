import type { ExecutionContext } from 'hono'
import type { Runtime } from '../isolate/runtime.ts'

/** Lets each plugin of this environment set up what it needs, after those it depends on. */
export async function installPlugins(runtime: Runtime, execution: unknown): Promise<void> {
  for (const name of runtime.plugins) {
    await runtime.program.plugins[name]?.install?.({
      env: runtime.env,
      db: runtime.db,
      execution: execution as ExecutionContext | undefined, // the worker's own, seen by Hono as an interface of its own
    })
  }
}
