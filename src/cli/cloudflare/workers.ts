import * as z from 'zod'
import { Failure } from '../failure.ts'
import type { Account } from './account.ts'
import { callCloudflare } from './call-api.ts'

const PERMISSION = 'Workers Scripts: Edit'

/** Lists the names of a worker's secrets; `null` if there is no such worker yet. Values cannot be read. */
export async function listSecrets(account: Account, worker: string): Promise<readonly string[] | null> {
  const path = `/workers/scripts/${encodeURIComponent(worker)}/secrets`
  const secrets = await callCloudflare(account, { method: 'GET', path, permission: PERMISSION }, secretsSchema)
  return secrets === null ? null : secrets.map(({ name }) => name)
}

const secretsSchema = z.array(z.looseObject({ name: z.string() }))

/** Version of a worker that runs, or has run. */
export interface Deployment {
  readonly version: string
  /** Time of the deployment: ISO 8601. */
  readonly createdAt: string
  readonly message: string | null
}

const deploymentsSchema = z.looseObject({
  deployments: z.array(
    z.looseObject({
      created_on: z.string(),
      annotations: z.looseObject({ 'workers/message': z.string().optional() }).optional(),
      versions: z.array(z.looseObject({ version_id: z.string(), percentage: z.number() })),
    }),
  ),
})

/**
 * Returns the version that serves most requests; `null` if there is no such worker, or nothing was ever uploaded to it.
 */
export async function runningVersion(account: Account, worker: string): Promise<string | null> {
  return (await findDeployments(account, worker))?.[0]?.version ?? null
}

/**
 * Lists the deployments of a worker, beginning with the one that runs.
 * @throws Failure if there is no such worker
 */
export async function listDeployments(account: Account, worker: string): Promise<readonly Deployment[]> {
  const found = await findDeployments(account, worker)
  if (found === null) throw new Failure(`There is no worker ${worker} in the account ${account.account}.`)
  return found
}

async function findDeployments(account: Account, worker: string): Promise<readonly Deployment[] | null> {
  const path = `/workers/scripts/${encodeURIComponent(worker)}/deployments`
  const found = await callCloudflare(account, { method: 'GET', path, permission: PERMISSION }, deploymentsSchema)
  if (found === null) return null
  return found.deployments.flatMap(({ created_on: createdAt, annotations, versions }) => {
    const most = [...versions].sort((a, b) => b.percentage - a.percentage)[0]
    return most ? [{ version: most.version_id, createdAt, message: annotations?.['workers/message'] ?? null }] : []
  })
}

/**
 * Makes a version that was deployed before serve all requests.
 * @throws Failure if there is no such version
 */
export async function deployVersion(account: Account, worker: string, version: string, message: string): Promise<void> {
  const path = `/workers/scripts/${encodeURIComponent(worker)}/deployments`
  const body = {
    strategy: 'percentage',
    versions: [{ percentage: 100, version_id: version }],
    annotations: { 'workers/message': message },
  }
  const done = await callCloudflare(account, { method: 'POST', path, body, permission: PERMISSION }, z.unknown())
  if (done === null) throw new Failure(`The worker ${worker} has no version ${version}.`)
}

/** Deletes a worker and everything that belongs to it. Does nothing if there is no such worker. */
export async function deleteWorker(account: Account, worker: string): Promise<void> {
  const path = `/workers/scripts/${encodeURIComponent(worker)}?force=true`
  await callCloudflare(account, { method: 'DELETE', path, permission: PERMISSION }, z.unknown())
}
