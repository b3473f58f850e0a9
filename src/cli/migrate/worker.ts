/** The migration runner in workerd, beside the database: through Node's stand-in for the binding it is ten times slower. */
import type { D1Database } from '@cloudflare/workers-types'
import type { Migration } from '../../manifest/index.ts'
import { applyPending, MigrationDriftError, MigrationError, migrationStatus } from '../../runtime/migrations/index.ts'

/** What the CLI asks for. */
export interface MigrateRequest {
  readonly action: 'apply' | 'status'
  readonly migrations: readonly Migration[]
}

export default { fetch: (): Response => new Response(null, { status: 404 }) }

/** Answers 200 with what the runner returns, or 409 `{ "message" }` where the database refuses or contradicts. */
export const control = {
  async fetch(request: Request, { DB }: { readonly DB: D1Database }): Promise<Response> {
    const { action, migrations } = (await request.json()) as MigrateRequest
    try {
      if (action === 'status') return Response.json(await migrationStatus(DB, migrations))
      return Response.json(await applyPending(DB, migrations, { destructive: true }))
    } catch (error) {
      if (!(error instanceof MigrationError || error instanceof MigrationDriftError)) throw error
      const drift = error instanceof MigrationDriftError
      return Response.json({ message: error.message, drift }, { status: 409 })
    }
  },
}
