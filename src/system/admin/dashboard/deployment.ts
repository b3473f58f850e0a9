import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { coreTables, type RequestContext } from '../../../runtime/kit.ts'

const { systemState } = coreTables

/** Schema of the time of the current deployment. */
export const deployment = z.strictObject({
  at: z.iso.datetime({ precision: 3 }),
  source: z.enum(['version', 'first request']).meta({
    description:
      "Source of the time: Cloudflare, for the worker's version, or the database, for the program's first request.",
  }),
  version: z.string().nullable().meta({ description: "Cloudflare's id of the version." }),
})

export type Deployment = z.output<typeof deployment>

/** Schema of the binding of type `version_metadata`, under the name used in Cloudflare's documentation. */
const metadata = z.object({ CF_VERSION_METADATA: z.object({ id: z.string(), timestamp: z.string() }) })

/** Reads the last deployment; `null` if it is unknown. */
export async function readDeployment(c: RequestContext): Promise<Deployment | null> {
  const bound = metadata.safeParse(c.env)
  if (bound.success && !Number.isNaN(Date.parse(bound.data.CF_VERSION_METADATA.timestamp))) {
    const { id, timestamp } = bound.data.CF_VERSION_METADATA
    return { at: new Date(timestamp).toISOString(), source: 'version', version: id }
  }
  return readFirstRequest(c).catch(() => null) // the system status already reports that the database is unavailable
}

/** Reads the time of the first request to this program, which bootstrap records; `null` if there is no record. */
async function readFirstRequest(c: RequestContext): Promise<Deployment | null> {
  const rows = await c
    .get('db')
    .select({ at: systemState.updatedAt })
    .from(systemState)
    .where(eq(systemState.key, 'program'))
  const [row] = rows
  return row ? { at: new Date(row.at).toISOString(), source: 'first request', version: null } : null
}
