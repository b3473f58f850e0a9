import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { keepFilePrivate, PRIVATE_FILE } from '../../hosts/node/private-files.ts'
import type { Manifest } from '../../manifest/index.ts'
import { Failure } from '../failure.ts'
import type { Variables } from '../shell.ts'

/** File that contains local secrets. It has the same name as in wrangler. */
export const SECRETS_FILE = '.dev.vars'

export interface Secrets {
  readonly values: { readonly [name: string]: string }
  /** Names of the secrets that were generated just now and written to the file. */
  readonly generated: readonly string[]
  /** Required secrets that cannot be generated, each with its purpose. */
  readonly missing: readonly { readonly name: string; readonly description: string }[]
}

/** Secret that a program needs, and what to do if it is missing. */
interface Need {
  readonly description: string
  readonly required: boolean
  /** Generates a value; `null` if only the owner can provide it. */
  readonly generate: (() => string) | null
}

/**
 * Returns the program's secrets in development, from the shell or else from `.dev.vars`. Missing secrets are generated
 * once, if that is possible.
 * @throws Failure if `.dev.vars` cannot be read or written
 */
export function provideSecrets(root: string, manifest: Manifest, shell: Variables): Secrets {
  const file = readSecrets(root)
  const values: Record<string, string> = {}
  const generated: Record<string, string> = {}
  const missing: { name: string; description: string }[] = []
  for (const [name, need] of needsOf(manifest)) {
    const value = shell[name] || file[name]
    if (value) values[name] = value
    else if (need.generate) values[name] = generated[name] = need.generate()
    else if (need.required) missing.push({ name, description: need.description })
  }
  if (Object.keys(generated).length > 0) keep(root, generated)
  return { values, generated: Object.keys(generated), missing }
}

/**
 * Reads `.dev.vars`, and restricts it to its owner; returns no secrets if the file is missing.
 * @throws Failure if the file cannot be read
 */
export function readSecrets(root: string): NodeJS.Dict<string> {
  const path = join(root, SECRETS_FILE)
  if (!existsSync(path)) return {}
  try {
    keepFilePrivate(path)
    return parseEnv(readFileSync(path, 'utf8'))
  } catch {
    throw new Failure(`${SECRETS_FILE} cannot be read.`)
  }
}

function needsOf(manifest: Manifest): ReadonlyMap<string, Need> {
  const needs = new Map<string, Need>()
  const domain = manifest.environments.development?.domain?.replace(/:\d+$/, '') ?? 'localhost'
  needs.set('ADMIN_EMAIL', {
    description: 'Email address of the first administrator',
    required: true,
    generate: () => `admin@${domain}`,
  })
  needs.set('ADMIN_PASSWORD', {
    description: 'Password of the first administrator',
    required: true,
    generate: () => random(12),
  })
  needs.set('JWT_SECRET', { description: 'Signs access tokens', required: true, generate: () => random(48) })
  for (const plugin of manifest.plugins) {
    for (const [name, need] of Object.entries(plugin.secrets)) {
      const generate = need.generate ? () => random(32) : null
      if (!needs.has(name))
        needs.set(name, { description: need.description, required: need.required ?? false, generate })
    }
  }
  for (const { plugin, setting, name } of secretsOfSettings(manifest)) {
    const required = !manifest.environments.development?.optionalSecrets[plugin]?.includes(setting)
    const known = needs.get(name)
    if (!known) needs.set(name, { description: `A setting of ${plugin}`, required, generate: null })
    else if (required && !known.required) needs.set(name, { ...known, required })
  }
  return needs
}

function secretsOfSettings(manifest: Manifest) {
  const settings = Object.entries(manifest.environments.development?.settings ?? {})
  return settings.flatMap(([plugin, values]) =>
    Object.entries(values).flatMap(([setting, value]) => secretNames(value).map((name) => ({ plugin, setting, name }))),
  )
}

/** Lists the names in `{ "$secret": "NAME" }`, anywhere in the settings. */
function secretNames(settings: unknown): readonly string[] {
  if (typeof settings !== 'object' || settings === null) return []
  if ('$secret' in settings && typeof settings.$secret === 'string') return [settings.$secret]
  return Object.values(settings).flatMap(secretNames)
}

/** Returns random bytes as text that needs no escaping in a shell or a URL. */
function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Adds lines to `.dev.vars`, which only its owner may read, and makes git ignore the file. */
function keep(root: string, secrets: { readonly [name: string]: string }): void {
  const path = join(root, SECRETS_FILE)
  try {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '# Local secrets, for this machine only.\n'
    const separator = before === '' || before.endsWith('\n') ? '' : '\n'
    const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
    appendFileSync(path, (existsSync(path) ? '' : before) + separator + lines.join(''), { mode: PRIVATE_FILE })
    keepFilePrivate(path)
    ignoreInGit(root)
  } catch {
    throw new Failure(`${Object.keys(secrets).join(', ')} cannot be stored: ${path} is not writable.`, {
      hint: 'Set them in the shell instead.',
    })
  }
}

function ignoreInGit(root: string): void {
  if (!existsSync(join(root, '.git'))) return
  const path = join(root, '.gitignore')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (/^\/?\.dev\.vars\*?$/m.test(text)) return
  appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${SECRETS_FILE}\n`)
}
