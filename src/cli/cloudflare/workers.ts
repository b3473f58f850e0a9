import * as z from 'zod'
import { Failure } from '../failure.ts'
import type { Account } from './account.ts'
import { callCloudflare } from './call-api.ts'

const PERMISSION = 'Workers Scripts: Edit'

/** Names of the secrets that a worker has; `null` where there is no such worker yet. Values cannot be read. */
export async function listSecrets(account: Account, worker: string): Promise<readonly string[] | null> {
  const path = `/workers/scripts/${encodeURIComponent(worker)}/secrets`
  const secrets = await callCloudflare(account, { method: 'GET', path, permission: PERMISSION }, secretsSchema)
  return secrets === null ? null : secrets.map(({ name }) => name)
}

const secretsSchema = z.array(z.looseObject({ name: z.string() }))

/** A running or former program: one version of a worker. */
export interface Deployment {
  readonly version: string
  /** ISO 8601. */
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

/** The version that runs; `null` where there is no such worker, or none was ever uploaded. */
export async function runningVersion(account: Account, worker: string): Promise<string | null> {
  return (await findDeployments(account, worker))?.[0]?.version ?? null
}

/** The deployments of a worker, the one that runs first. */
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

/** Lets a version that was deployed before serve all requests. */
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

/** Removes a worker with everything that hangs on it; one that is not there is removed. */
export async function deleteWorker(account: Account, worker: string): Promise<void> {
  const path = `/workers/scripts/${encodeURIComponent(worker)}?force=true`
  await callCloudflare(account, { method: 'DELETE', path, permission: PERMISSION }, z.unknown())
}
