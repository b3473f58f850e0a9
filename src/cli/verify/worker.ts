/** The worker of `cms migrate verify`: runs statements on an empty database. Runs in workerd. */
import type { D1Database } from '@cloudflare/workers-types'

export default { fetch: (): Response => new Response(null, { status: 404 }) }

/** Takes statements as a JSON array, one batch. Answers the rows of each, or 409 with what D1 says against it. */
export const control = {
  async fetch(request: Request, { DB }: { readonly DB: D1Database }): Promise<Response> {
    const statements = (await request.json()) as readonly string[]
    try {
      const results = await DB.batch(statements.map((statement) => DB.prepare(statement)))
      return Response.json(results.map((result) => result.results))
    } catch (error) {
      return new Response(error instanceof Error ? error.message : String(error), { status: 409 })
    }
  },
}
