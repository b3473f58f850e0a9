/** Worker of commands that use the development database. Its handler `control` runs tasks. Runs in workerd. */
import type { D1Database } from '@cloudflare/workers-types'
import { type DatabaseTask, runDatabaseTask } from '../database/database-task.ts'

export default { fetch: (): Response => new Response(null, { status: 404 }) }

export const control = {
  async fetch(request: Request, { DB }: { readonly DB: D1Database }): Promise<Response> {
    return runDatabaseTask((await request.json()) as DatabaseTask, DB)
  },
}
