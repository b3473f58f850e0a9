import type { DeployTarget, Environment } from '../../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Machine } from '../machine/machine-task.ts'
import { pathOfRelease } from '../machine/releases.ts'
import { type Target, type TargetChoice, withTarget } from '../target/with-target.ts'

export type DatabaseChoice = TargetChoice

/**
 * Maximum time for a server to switch to another build, in milliseconds: each process may take 30 seconds to finish its
 * requests.
 */
const PATIENCE = 120_000

/**
 * Returns the destination to which an environment is deployed.
 * @throws Failure if the config does not name one
 */
export function requireDeploy(name: string, { deploy }: Environment): DeployTarget {
  if (deploy !== undefined) return deploy
  throw new Failure(`The config does not say where ${name} is deployed.`, {
    hint: `deploy: { ssh: 'deploy@cms.example.com', folder: '/srv/cms' }, in the environment ${name} of cms.config.ts`,
    exitCode: exitCodes.usage,
  })
}

/** Opens the machine of an environment, using the build that runs there. */
export function withRelease<Result>(
  choice: DatabaseChoice,
  use: (target: Target & { readonly machine: Machine }) => Promise<Result>,
): Promise<Result> {
  return withTarget(choice, (target) => {
    if (!target.machine) throw new Error('An environment on Node has a machine.')
    return use({ ...target, machine: target.machine })
  })
}

/**
 * Makes a build the running one: the link `current` points to it, and the server loads it.
 * @returns whether there is a server
 * @throws Failure if the server does not load the build; the link then points to the previous one again
 */
export async function runRelease(
  machine: Machine,
  { folder, reload }: DeployTarget,
  version: string,
): Promise<boolean> {
  const { current } = await machine.run({ kind: 'builds', folder })
  await machine.run({ kind: 'switch', folder, version })
  try {
    const build = pathOfRelease(folder, version)
    return await machine.run({ kind: 'reload', command: reload ?? null, build, patience: PATIENCE })
  } catch (error) {
    if (current !== null) await machine.run({ kind: 'switch', folder, version: current })
    throw error
  }
}
