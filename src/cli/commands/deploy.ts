import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { describeOutcome, printStep } from '../step-outcome.ts'
import { requireEnvironment } from '../target/with-target.ts'

export const deployCommand = defineCommand({
  name: 'deploy',
  summary: 'Check, back up, migrate, verify and upload an environment, and run a smoke test',
  options: {
    env: { type: 'string', value: 'name', summary: 'The environment to deploy' },
    'dry-run': { type: 'boolean', summary: 'Run only the steps that need no account: the check and the bundle' },
    message: { type: 'string', value: 'words', summary: 'A message to show in lists of deployments' },
    url: {
      type: 'string',
      value: 'address',
      summary: "The address for the smoke test (default: the environment's domain)",
    },
    patience: {
      type: 'string',
      value: 'seconds',
      default: '60',
      summary: 'The time limit of the smoke test, in seconds',
    },
  },
  async run(invocation) {
    const { root, output, options, variables } = invocation
    const environment = requireRemote(options.env)
    const compilation = await compileProject(invocation)
    requireEnvironment(environment, compilation.config)
    const { deploy } = await import('../deploy/deploy.ts')
    const steps: { step: string; outcome: string }[] = []
    await deploy({
      root,
      compilation,
      environment,
      variables,
      url: options.url ?? urlOf(compilation.manifest.environments[environment]?.domain ?? null),
      message: options.message ?? null,
      isDry: options['dry-run'],
      patience: parseSeconds(options.patience) * 1000,
      onStep: (step, outcome) => {
        steps.push({ step, outcome: describeOutcome(outcome) })
        printStep(step, outcome, output)
      },
    })
    return { environment, dryRun: options['dry-run'], steps }
  },
  print() {}, // each step is printed when it is done
})

/**
 * Returns the environment to deploy.
 * @throws Failure if none is given, or it is development, which is not deployed
 */
export function requireRemote(environment: string | undefined): string {
  if (environment === undefined) {
    throw new Failure('`cms deploy` needs an environment: --env <name>.', {
      hint: '--env production',
      exitCode: exitCodes.usage,
    })
  }
  if (environment !== 'development') return environment
  throw new Failure('development runs on this machine only: `cms dev` serves it.', { exitCode: exitCodes.wrongTarget })
}

function urlOf(domain: string | null): string | null {
  return domain === null ? null : `https://${domain}`
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && Number.isFinite(seconds) && seconds >= 0 && seconds <= 3600) return seconds
  throw new Failure(`“${text}” is not a number of seconds from 0 to 3600.`, { exitCode: exitCodes.usage })
}
