import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { isSecret } from '../../config/secret.ts'
import type { Finding, Position } from '../diagnostics/diagnostic.ts'
import { atKey, atValue } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { capitalize, pathText } from '../diagnostics/words.ts'
import { isPlainObject, type PlainObject, valueAt } from '../plain-object.ts'
import { settingNames } from './json-schema.ts'
import { mergeSettings } from './merge-settings.ts'
import { type ParsedSettings, parseSettings, type SettingIssue } from './parse-settings.ts'

/** Settings by environment, then plugin: with defaults filled in, overrides applied, and secrets by name. */
export type ResolvedSettings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/**
 * Resolves the settings of plugins in each environment in which they are present, and reports invalid settings.
 * @param roles names of all roles
 */
export function resolveSettings(
  config: Config,
  plugins: readonly PluginUse[],
  roles: readonly string[],
): { readonly settings: ResolvedSettings; readonly findings: Finding[] } {
  const findings = new Map<string, Finding>()
  const settings = Object.fromEntries(
    Object.keys(config.environments)
      .sort()
      .map((environment) => [environment, resolveEnvironment({ config, roles }, environment, plugins, findings)]),
  )
  return { settings, findings: [...findings.values()] }
}

interface Project {
  readonly config: Config
  /** Names of all roles. */
  readonly roles: readonly string[]
}

function resolveEnvironment(
  project: Project,
  environment: string,
  plugins: readonly PluginUse[],
  findings: Map<string, Finding>,
): Record<string, Readonly<Record<string, unknown>>> {
  const { config } = project
  const present = plugins.filter(({ plugin }) => plugin.environments?.includes(environment) ?? true)
  const resolved = present.map((use) => {
    const override = config.environments[environment]?.plugins?.[use.plugin.name] ?? {}
    const defaults = defaultsIn(use.plugin, environment)
    const merged = mergeSettings(mergeSettings(defaults, use.settings), override)
    const parsed: ParsedSettings = parseSettings(use.plugin.settings, merged)
    const refusals = parsed.issues.length > 0 ? [] : refusedByPlugin(use, environment, parsed.values, project)
    for (const issue of [...parsed.issues, ...refusals, ...secretNames(merged, [])]) {
      const at = placeOf(issue, use, override, [config, environment])
      findings.set(
        `${use.plugin.name}\n${JSON.stringify(issue)}\n${at.declaration === config}`,
        finding(issue, use, at),
      )
    }
    const needed =
      refusals.length > 0 || parsed.issues.length > 0 ? null : domainNeeded(use, environment, parsed.values, config)
    if (needed) findings.set(`${needed.code}\n${environment}`, needed)
    return [use.plugin.name, parsed.values] as const
  })
  return Object.fromEntries(resolved.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Finds settings that the schema accepts but the plugin rejects in this environment. */
function refusedByPlugin(
  { plugin }: PluginUse,
  environment: string,
  values: Readonly<Record<string, unknown>>,
  { roles, config }: Project,
): SettingIssue[] {
  const domain = config.environments[environment]?.domain ?? null
  try {
    return (plugin.checkSettings?.(environment, values, { roles, domain }) ?? []).map((refusal) => ({
      kind: 'invalid',
      ...refusal,
    }))
  } catch (error) {
    return [{ kind: 'schema', path: [], demanded: `The settings cannot be checked: ${(error as Error).message}` }]
  }
}

/**
 * Returns a finding if a plugin publishes the address of the service and the environment has no `domain`: the `Host`
 * header of a request must not replace it. Returns `null` otherwise, and in development.
 */
function domainNeeded(
  { plugin }: PluginUse,
  environment: string,
  values: Readonly<Record<string, unknown>>,
  config: Config,
): Finding | null {
  if (environment === 'development' || config.environments[environment]?.domain !== undefined) return null
  const reason = plugin.operations?.tellsAddress?.(values) ?? null
  if (reason === null) return null
  return {
    code: 'no-domain',
    message: `The environment '${environment}' needs a domain: the plugin ${plugin.name} ${reason}, and callers choose the Host header of their requests.`,
    hint: `Add its host name: ${environment}: { domain: 'cms.example.com' }`,
    at: atKey(config, 'environments', environment),
  }
}

/** Returns the plugin's defaults in this environment, which override those of its schema. */
function defaultsIn(plugin: PluginUse['plugin'], environment: string): PlainObject {
  return plugin.environmentDefaults?.[environment] ?? {}
}

/** Returns issues for secrets whose names are invalid in the worker's environment. */
function secretNames(value: unknown, path: readonly (string | number)[]): SettingIssue[] {
  if (isSecret(value)) {
    if (/^[A-Z][A-Z0-9_]*$/.test(value.$secret)) return []
    const demanded = `cannot be named '${value.$secret}': use capital letters, digits and underscores`
    return [{ kind: 'secret-name', path, demanded }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => secretNames(item, [...path, index]))
  if (!isPlainObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => secretNames(inner, [...path, name]))
}

/** Returns the position of an issue: in the override, the defaults for the environment or the plugin's call. */
function placeOf(
  issue: SettingIssue,
  use: PluginUse,
  override: Readonly<Record<string, unknown>>,
  [config, environment]: [Config, string],
): Position {
  const at = issue.kind === 'unknown' ? atKey : atValue
  if (valueAt(override, issue.path) !== undefined) {
    return at(config, 'environments', environment, 'plugins', use.plugin.name, ...issue.path)
  }
  const isAssumed =
    valueAt(use.settings, issue.path) === undefined &&
    valueAt(defaultsIn(use.plugin, environment), issue.path) !== undefined
  if (isAssumed) return at(use.plugin, 'environmentDefaults', environment, ...issue.path)
  return issue.kind === 'missing' ? atValue(use) : at(use, ...issue.path)
}

function finding(issue: SettingIssue, use: PluginUse, at: Position): Finding {
  const setting = `the setting '${pathText(issue.path)}' of the plugin ${use.plugin.name}`
  if (issue.kind === 'schema') {
    return { code: 'invalid-settings-schema', message: issue.demanded, at: atKey(use.plugin, 'settings') }
  }
  if (issue.kind === 'unknown') {
    const names = settingNames(use.plugin.settings, issue.path.slice(0, -1))
    const message = `The plugin ${use.plugin.name} has no setting '${pathText(issue.path)}'.`
    return { code: 'unknown-setting', message, ...didYouMean(String(issue.path.at(-1)), names), at }
  }
  if (issue.kind === 'missing') {
    const message = `The plugin ${use.plugin.name} needs the setting '${pathText(issue.path)}': it ${issue.demanded}.`
    return { code: 'missing-setting', message, at }
  }
  if (issue.kind === 'secret') {
    return {
      code: 'secret-not-text',
      message: `${capitalize(setting)} is not text, so it cannot be a secret.`,
      hint: 'Only text can be a secret. Give the value itself here.',
      at,
    }
  }
  if (issue.kind === 'secret-name') {
    return { code: 'invalid-name', message: `The secret of ${setting} ${issue.demanded}.`, at }
  }
  const message = `${capitalize(setting)} ${issue.demanded}.`
  return { code: 'invalid-setting', message, at }
}
