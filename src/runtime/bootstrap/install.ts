import type { ExecutionContext } from 'hono'
import type { Runtime } from '../isolate/runtime.ts'

/** Runs `install` of each plugin of this environment; plugins that it depends on come first. */
export async function installPlugins(runtime: Runtime, execution: unknown): Promise<void> {
  for (const name of runtime.plugins) {
    await runtime.program.plugins[name]?.operations?.install?.({
      env: runtime.env,
      db: runtime.db,
      execution: execution as ExecutionContext | undefined, // Hono types the worker's context differently
    })
  }
}
