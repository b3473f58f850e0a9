import type { Manifest, ManifestCollection, ManifestEnvironment, ManifestPlugin } from '../../manifest/index.ts'

/** Access that the config gives in environments other than development, described in words. */
export interface OpenFinding {
  /** Settings that give the access: `core-auth.registration`. */
  readonly settings: readonly string[]
  readonly message: string
  /** Collections whose drafts become visible through this access; absent if it shows no drafts by itself. */
  readonly collections?: readonly string[]
  /** Change that takes the access away, if it is not intended. */
  readonly remedy: string
}

/**
 * Finds the line where a setting is given: in the first of `environments` that gives it, or else in the plugin's
 * declaration.
 */
export type SettingSource = (plugin: string, setting: string, environments: readonly string[]) => string | null

/**
 * Finds access that the config gives in environments other than development. A setting counts if its plugin says in
 * `opens` that `true` or `false` gives access, and if the config, not the plugin, chose that value.
 */
export function findOpen(manifest: Manifest, sourceOf: SettingSource): readonly OpenFinding[] {
  const served = Object.values(manifest.environments).filter(({ name }) => name !== 'development')
  const settings = manifest.plugins.flatMap((plugin) =>
    Object.entries(plugin.opens).flatMap(([setting, opening]) => {
      if (opening !== 'true' && opening !== 'false') return []
      const where = served.filter((environment) => isChosen(environment, plugin.name, setting, opening === 'true'))
      return where.length === 0 ? [] : [settingFinding(plugin, setting, opening, where, sourceOf)]
    }),
  )
  return [...settings, ...draftsFindings(manifest, served)]
}

function isChosen(environment: ManifestEnvironment, plugin: string, setting: string, opening: boolean): boolean {
  const isGiven = environment.settingSources[plugin]?.[setting] !== undefined
  return isGiven && environment.settings[plugin]?.[setting] === opening
}

function settingFinding(
  { name, admits }: ManifestPlugin,
  setting: string,
  value: 'true' | 'false',
  where: readonly ManifestEnvironment[],
  sourceOf: SettingSource,
): OpenFinding {
  const state = value === 'true' ? 'on' : 'off'
  const source = sourceOf(
    name,
    setting,
    where.map((environment) => environment.name),
  )
  const at = source === null ? '' : ` (${source})`
  const role = admits[setting]
  const admitted = role === undefined ? '' : `: everybody who registers gets the role ${role}`
  return {
    settings: [`${name}.${setting}`],
    message: `${name}.${setting} is ${state} in ${namesOf(where)}${admitted}.`,
    remedy: `if that is not intended, remove \`${setting}: ${value}\`${at}`,
  }
}

/** Finds collections whose drafts are, or may be, visible to accounts that people create for themselves. */
function draftsFindings(
  { collections, plugins }: Manifest,
  served: readonly ManifestEnvironment[],
): readonly OpenFinding[] {
  const admitting = plugins.flatMap(({ name, admits }) =>
    Object.entries(admits).map(([setting, role]) => ({ plugin: name, setting, role })),
  )
  const roles = [...new Set(admitting.map(({ role }) => role))]
  return roles.flatMap((role) => {
    const where = served.filter(({ settings }) =>
      admitting.some((one) => one.role === role && settings[one.plugin]?.[one.setting] === true),
    )
    if (where.length === 0) return []
    const withDrafts = collections.filter(({ drafts }) => drafts)
    const shown = withDrafts.filter(({ access: { read } }) => isReadBy(role, read))
    const unknown = withDrafts.filter(({ access: { read } }) => read.kind === 'function')
    const settings = admitting.filter((one) => one.role === role).map((one) => `${one.plugin}.${one.setting}`)
    const rule = `({ user }) => user?.role !== '${role}' || { status: 'published' }`
    return [
      ...finding(shown, (names) => ({
        settings,
        message: `Everybody who registers in ${namesOf(where)} can read drafts of ${names}.`,
        remedy: `if that is not intended: access: { read: ${rule} }`,
      })),
      ...finding(unknown, (names) => ({
        settings,
        message: `Everybody who registers in ${namesOf(where)} may be able to read drafts of ${names}: access functions are not examined.`,
        remedy: `if that is not intended, such a function must return { status: 'published' } for the role ${role}`,
      })),
    ]
  })
}

function isReadBy(role: string, read: ManifestCollection['access']['read']): boolean {
  if (read.kind === 'grants') return read.grants.some((grant) => grant.role === role && grant.where === undefined)
  return read.kind === 'public' || read.kind === 'authenticated'
}

function finding(
  collections: readonly ManifestCollection[],
  of: (names: string) => OpenFinding,
): readonly OpenFinding[] {
  const names = collections.map(({ name }) => name).sort()
  return names.length === 0 ? [] : [{ ...of(names.join(', ')), collections: names }]
}

function namesOf(environments: readonly ManifestEnvironment[]): string {
  return environments.map(({ name }) => name).join(', ')
}
