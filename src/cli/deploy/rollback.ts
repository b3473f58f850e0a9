import type { Environment } from '../../config/config.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type Deployment, deployVersion, listDeployments } from '../cloudflare/workers.ts'
import { Failure } from '../failure.ts'
import type { Releases } from '../machine/releases.ts'
import { readWranglerFile, workerName } from '../wrangler/wrangler-file.ts'
import { type DatabaseChoice, requireDeploy, runRelease, withRelease } from './releases.ts'

/** Rollback to a program that ran before. */
export interface Rollback {
  /** Name of the worker or folder that is rolled back. */
  readonly name: string
  readonly from: Deployment
  readonly to: Deployment
  run(): Promise<void>
}

/**
 * Chooses the version before the running one, or the version whose id begins with `prefix`.
 * @throws Failure if there is no such version, or more than one
 */
export function chooseVersion(choice: DatabaseChoice, prefix: string | null): Promise<Rollback> {
  const environment = choice.config.environments[choice.options.env]
  return environment?.host === 'node' ? onMachine(choice, environment, prefix) : onCloudflare(choice, prefix)
}

async function onCloudflare({ root, options, variables }: DatabaseChoice, prefix: string | null): Promise<Rollback> {
  const file = readWranglerFile(root)
  const name = workerName(file, options.env)
  const purpose = { text: `the worker ${name}`, permission: 'Workers Scripts: Edit' }
  const account = readAccount(options.env, file, variables, purpose)
  const chosen = choose(name, await listDeployments(account, name), prefix)
  const message = `Rollback from ${chosen.from.version}`
  return { name, ...chosen, run: () => deployVersion(account, name, chosen.to.version, message) }
}

async function onMachine(choice: DatabaseChoice, environment: Environment, prefix: string | null): Promise<Rollback> {
  const deploy = requireDeploy(choice.options.env, environment)
  const name = deploy.ssh === undefined ? deploy.folder : `${deploy.ssh}:${deploy.folder}`
  const releases = await withRelease(choice, ({ machine }) => machine.run({ kind: 'builds', folder: deploy.folder }))
  const chosen = choose(name, deploymentsOf(releases, prefix !== null), prefix)
  return {
    name,
    ...chosen,
    run: () => withRelease(choice, ({ machine }) => runRelease(machine, deploy, chosen.to.version)).then(() => {}),
  }
}

/** Lists the running build first, then earlier ones; with `withNewer`, also the newer ones from before a rollback. */
function deploymentsOf({ versions, current }: Releases, withNewer: boolean): readonly Deployment[] {
  const at = versions.indexOf(current ?? '')
  if (at === -1) return []
  return [...versions.slice(at), ...(withNewer ? versions.slice(0, at) : [])].map((version) => ({
    version,
    createdAt: version.replace(/^(....)(..)(..T..)(..)(..)(...)Z-.*$/, '$1-$2-$3:$4:$5.$6Z'),
    message: null,
  }))
}

/**
 * Returns the version that runs, and the one to roll back to: the one whose id begins with `prefix`, by default the one
 * that ran before.
 * @param deployments deployments, beginning with the one that runs
 * @throws Failure if there is no such version, or more than one
 */
function choose(
  name: string,
  deployments: readonly Deployment[],
  prefix: string | null,
): { readonly from: Deployment; readonly to: Deployment } {
  const [from] = deployments
  if (!from) throw new Failure(`${name} was never deployed.`)
  const others = distinct(deployments.filter(({ version }) => version !== from.version))
  const matching = prefix === null ? others.slice(0, 1) : others.filter(({ version }) => version.startsWith(prefix))
  const [to] = matching
  if (to && matching.length === 1) return { from, to }
  if (prefix !== null && from.version.startsWith(prefix)) throw new Failure(`${from.version} is running now.`)
  const list = others.slice(0, 10).map(({ version, createdAt }) => `${version}  ${createdAt}`)
  const reason =
    prefix === null
      ? `${name} has no earlier version: there is nothing to go back to`
      : `${matching.length === 0 ? 'No deployed version begins' : `${matching.length} versions begin`} with ${prefix}`
  throw new Failure(`${reason}.`, list.length === 0 ? {} : { hint: list.join('\n     ') })
}

function distinct(deployments: readonly Deployment[]): readonly Deployment[] {
  return deployments.filter(
    ({ version }, index) => deployments.findIndex((other) => other.version === version) === index,
  )
}
