import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAccount } from '../cloudflare/account.ts'
import { deployVersion, listSecrets, runningVersion } from '../cloudflare/workers.ts'
import { Failure } from '../failure.ts'
import { type SecretFact, secretsOf } from '../secrets.ts'
import { withTarget } from '../target/with-target.ts'
import { readWranglerFile, workerName } from '../wrangler/wrangler-file.ts'
import type { DeployOptions } from './deploy-options.ts'
import type { Destination } from './destination.ts'
import { prepareModules, readUploadConfig, type UploadConfig, withUploadConfig } from './upload-config.ts'
import { reasonOf, runWrangler } from './wrangler-command.ts'

/** Returns the destination of an environment on Cloudflare. The deployment uses wrangler and Cloudflare's API. */
export function toCloudflare(options: DeployOptions): Destination {
  const { root, environment, compilation, variables, onStep } = options
  let config: UploadConfig = {}
  const bundle = async () => {
    const prepared = await prepareModules(root, readUploadConfig(root), environment)
    config = prepared.config
    onStep('bundle', prepared.outcome)
    return secretsOf(compilation.manifest, environment)
  }
  return {
    async rehearse() {
      const secrets = await bundle()
      onStep('secrets', `needed: ${namesOf(secrets.filter(({ required }) => required))}`)
      for (const step of ['rows', 'backup', 'expand'] as const)
        onStep(step, { skipped: 'this step needs the Cloudflare account' })
      await upload(options, config)
      onStep('upload', 'wrangler accepted the bundle; nothing was uploaded')
      for (const step of ['apply', 'verify', 'smoke'] as const) onStep(step, { skipped: 'nothing was uploaded' })
    },
    async prepare() {
      onStep('secrets', await requireSecrets(options, await bundle()))
    },
    withTarget(use) {
      const choice = { env: environment, persist: '.wrangler/state' }
      return withTarget({ root, config: compilation.config, options: choice, variables }, use)
    },
    running() {
      const { account, worker } = accountOf(options)
      return runningVersion(account, worker)
    },
    async upload() {
      await upload(options, config)
      return {
        outcome: `${workerName(readWranglerFile(root), environment)} runs the new program`,
        isServed: true,
      }
    },
    async runAgain(version) {
      const { account, worker } = accountOf(options)
      await deployVersion(account, worker, version, 'Rollback of a deployment that failed')
    },
    async clear() {
      // Cloudflare decides which versions it keeps.
    },
  }
}

async function requireSecrets(options: DeployOptions, secrets: readonly SecretFact[]): Promise<string> {
  const { account, worker } = accountOf(options)
  const there = await listSecrets(account, worker)
  const known = new Set(there ?? [])
  const missing = secrets.filter(({ name, required }) => required && !known.has(name))
  if (missing.length > 0) {
    const list = missing.map(({ name, description }) => `${name} (${description})`).join(', ')
    throw new Failure(`The worker ${worker} lacks ${list}. Nothing was changed.`, {
      hint: missing.map(({ name }) => `wrangler secret put ${name} --env ${options.environment}`).join('\n     '),
    })
  }
  const absent = secrets.filter(({ name, required }) => !required && !known.has(name))
  return absent.length === 0 ? 'all are set' : `all required ones are set; not set: ${namesOf(absent)}`
}

function accountOf({ root, environment, variables }: DeployOptions) {
  const file = readWranglerFile(root)
  const worker = workerName(file, environment)
  const purpose = { text: `the worker ${worker}`, permission: 'Workers Scripts: Edit' }
  return { account: readAccount(environment, file, variables, purpose), worker }
}

async function upload(options: DeployOptions, config: UploadConfig): Promise<void> {
  const { root, environment, isDry, message, variables } = options
  const folder = isDry ? mkdtempSync(join(tmpdir(), 'cms-deploy-')) : null
  try {
    const dry = folder === null ? [] : ['--dry-run', '--outdir', folder]
    const note = message === null ? [] : ['--message', message]
    const run = await withUploadConfig(root, `deploy-${environment}`, config, (file) =>
      runWrangler({ root, variables }, ['deploy', '--config', file, '--env', environment, ...dry, ...note]),
    )
    if (run.code !== 0) throw new Failure(`wrangler did not deploy: ${reasonOf(run)}`)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

function namesOf(secrets: readonly SecretFact[]): string {
  return secrets.map(({ name }) => name).join(', ') || 'none'
}
