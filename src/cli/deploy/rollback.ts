import { type Account, readAccount } from '../cloudflare/account.ts'
import { type Deployment, deployVersion, listDeployments } from '../cloudflare/workers.ts'
import { Failure } from '../failure.ts'
import type { Variables } from '../shell.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { workerName } from './worker-name.ts'

/** Place where a worker goes back to. */
export interface RollbackChoice {
  readonly account: Account
  readonly worker: string
  readonly from: Deployment
  readonly to: Deployment
}

/**
 * The version before the one that runs, or the one whose id begins with `wanted`.
 * @throws Failure where there is none, or more than one
 */
export async function chooseVersion(
  {
    root,
    environment,
    variables,
  }: { readonly root: string; readonly environment: string; readonly variables: Variables },
  wanted: string | null,
): Promise<RollbackChoice> {
  const file = readWranglerFile(root)
  const worker = workerName(file, environment)
  const purpose = { text: `the worker ${worker}`, permission: 'Workers Scripts: Edit' }
  const account = readAccount(environment, file, variables, purpose)
  const deployments = await listDeployments(account, worker)
  const [from] = deployments
  if (!from) throw new Failure(`${worker} was never deployed.`)
  const others = distinct(deployments.filter(({ version }) => version !== from.version))
  const matching = wanted === null ? others.slice(0, 1) : others.filter(({ version }) => version.startsWith(wanted))
  const [to] = matching
  if (to && matching.length === 1) return { account, worker, from, to }
  if (wanted !== null && from.version.startsWith(wanted)) throw new Failure(`${from.version} is running now.`)
  const list = others.slice(0, 10).map(({ version, createdAt }) => `${version}  ${createdAt}`)
  const reason =
    wanted === null
      ? `${worker} was deployed only once: there is nothing to go back to`
      : `${matching.length === 0 ? 'No deployed version begins' : `${matching.length} versions begin`} with ${wanted}`
  throw new Failure(`${reason}.`, list.length === 0 ? {} : { hint: list.join('\n     ') })
}

export async function rollBack({ account, worker, from, to }: RollbackChoice): Promise<void> {
  await deployVersion(account, worker, to.version, `Rollback from ${from.version}`)
}

function distinct(deployments: readonly Deployment[]): readonly Deployment[] {
  return deployments.filter(
    ({ version }, index) => deployments.findIndex((other) => other.version === version) === index,
  )
}
