import type { Collection } from '../../config/collection.ts'
import type { Config } from '../../config/config.ts'
import { type FieldType, isField } from '../../config/fields/field-type.ts'
import { fieldTypes as builtInFieldTypes } from '../../config/fields/index.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { atValue, type Finding, type Place } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/words.ts'
import { builtInRoles } from '../lower/roles.ts'
import { tableName } from '../table-name.ts'
import { checkAccess } from './access-rules.ts'
import { checkCacheRules, checkHistory, checkIndexes, checkReferences, checkSearch } from './collection-options.ts'
import { collectionShape, configShape, pluginShape } from './config-shape.ts'
import type { Check, CheckContext } from './context.ts'
import { checkCors, checkEnvironments } from './environments.ts'
import { exampleHint } from './field-examples.ts'
import { type CheckedFields, checkFieldOptions } from './field-options.ts'
import { type FieldSite, fieldSites } from './field-sites.ts'
import { checkBackfills, checkChoices, checkContradictions, checkPatterns, checkValues } from './field-values.ts'
import { checkLimits } from './limits.ts'
import { checkNamedColumns } from './named-columns.ts'
import {
  checkCollectionNames,
  checkColumns,
  checkFieldNames,
  checkPluginTables,
  checkRoles,
  checkTables,
} from './names.ts'
import { checkFieldTypes, checkOpenings, checkPlugins, checkSecrets, checkServices } from './plugins.ts'
import { checkPreviews } from './preview.ts'
import { checkReasons } from './reasons.ts'
import { checkRoutes } from './routes.ts'
import { checkShape, isBroken, withoutBroken } from './shape.ts'
import { checkSlugs } from './slugs.ts'

/** Everything that is looked at once the shapes are right, in the order in which a reader would wonder. */
const checks: readonly Check[] = [
  checkRoles,
  checkCors,
  checkEnvironments,
  checkPlugins,
  checkSecrets,
  checkOpenings,
  checkServices,
  checkFieldTypes,
  checkPluginTables,
  checkNamedColumns,
  checkRoutes,
  checkCollectionNames,
  checkTables,
  checkColumns,
  checkFieldNames,
  checkContradictions,
  checkPatterns,
  checkChoices,
  checkValues,
  checkBackfills,
  checkSlugs,
  checkReferences,
  checkSearch,
  checkIndexes,
  checkCacheRules,
  checkPreviews,
  checkHistory,
  checkReasons,
  checkAccess,
  checkLimits,
]

export interface CheckResult {
  readonly findings: readonly Finding[]
  /** Place where each declaration is mentioned, for those whose own call site is not known. */
  readonly parents: ReadonlyMap<object, Place>
  /** The parts whose shape is right; `null` where not even the config's own is. */
  readonly context: CheckContext | null
}

/** Looks at the whole project and collects every mistake. */
export function checkProject(config: unknown, systemPlugins: readonly PluginUse[]): CheckResult {
  const parents = new Map<object, Place>()
  if (typeof config !== 'object' || config === null) return { findings: [noConfig(config)], parents, context: null }
  const shape = checkShape(configShape, config, { name: 'the config', declaration: config })
  const known = soundConfig(config as Config, parents)
  const plugins = soundPlugins(known, parents)
  const collections = soundCollections(known, parents)
  const context = makeContext(known, systemPlugins, plugins.sound, collections, parents)
  const options = checkFieldOptions(context.fields, context.fieldTypes)
  const sound = withSoundFields(context, options, parents)
  const findings = [
    ...shape,
    ...plugins.findings,
    ...collections.findings,
    ...collections.sound.flatMap(checkMembers),
    ...options.findings,
    ...checks.flatMap((check) => check(sound)),
  ]
  return { findings, parents, context: sound }
}

/** The config with what is broken left out, and what is missing empty: the rest can still be looked at. */
function soundConfig(config: Config, parents: Map<object, Place>): Config {
  const rest = withoutBroken(configShape, config)
  const isComplete = rest.name !== undefined && rest.collections !== undefined && rest.environments !== undefined
  if (rest === config && isComplete) return config
  const sound = { ...rest, name: rest.name ?? '', collections: rest.collections ?? [] }
  const complete = { ...sound, environments: rest.environments ?? { development: {} } }
  parents.set(complete, atValue(config))
  return complete
}

function noConfig(config: unknown): Finding {
  const what = config === undefined ? 'has no default export' : `exports ${show(config)} by default`
  return {
    code: 'no-config',
    message: `The config file ${what}, so there is no config.`,
    hint: 'Write: export default defineConfig({ … }).',
    at: { file: 'cms.config.ts' },
  }
}

interface Sound<T> {
  readonly sound: readonly T[]
  readonly findings: readonly Finding[]
}

function soundPlugins(config: Config, parents: Map<object, Place>): Sound<PluginUse> {
  const given: readonly unknown[] = config.plugins ?? []
  const findings: Finding[] = []
  const sound = given.filter((use, index): use is PluginUse => {
    const found = checkPlugin(use, index, config, parents)
    findings.push(...found)
    return !isBroken(found)
  })
  return { sound, findings }
}

function checkPlugin(use: unknown, index: number, config: Config, parents: Map<object, Place>): Finding[] {
  const at = atValue(config, 'plugins', index)
  if (typeof use === 'function' && 'plugin' in use) {
    return [
      {
        code: 'plugin-not-called',
        message: 'A plugin must be called in the config.',
        hint: 'Add the parentheses: coreAuth() or coreAuth({ … }).',
        at,
      },
    ]
  }
  if (!isPluginUse(use)) {
    return [
      {
        code: 'not-a-plugin',
        message: `${show(use)} is not a plugin.`,
        hint: 'Import it from its plugin.ts, which exports definePlugin({ … }) by default.',
        at,
      },
    ]
  }
  parents.set(use, at)
  parents.set(use.plugin, at)
  for (const [key, route] of Object.entries(use.plugin.routes ?? {})) {
    if (typeof route === 'object') parents.set(route, atValue(use.plugin, 'routes', key))
  }
  const name = typeof use.plugin.name === 'string' ? `the plugin ${use.plugin.name}` : 'a plugin'
  return checkShape(pluginShape, use.plugin, { name, declaration: use.plugin })
}

function isPluginUse(value: unknown): value is PluginUse {
  if (typeof value !== 'object' || value === null || !('plugin' in value) || !('settings' in value)) return false
  return [value.plugin, value.settings].every((part) => typeof part === 'object' && part !== null)
}

interface Collections extends Sound<Collection> {
  readonly names: ReadonlySet<string>
}

function soundCollections(config: Config, parents: Map<object, Place>): Collections {
  const findings: Finding[] = []
  const names = new Set<string>()
  const sound = config.collections.flatMap((collection: unknown, index): Collection[] => {
    const at = atValue(config, 'collections', index)
    if (typeof collection !== 'object' || collection === null) {
      findings.push(notACollection(collection, at))
      return []
    }
    parents.set(collection, at)
    findings.push(...checkCollection(collection))
    const rest = withoutBroken(collectionShape, collection as Collection)
    if (typeof rest.name !== 'string') return []
    names.add(rest.name)
    if (rest === collection && rest.fields !== undefined) return [rest]
    const complete = { ...rest, fields: rest.fields ?? {} }
    parents.set(complete, atValue(collection))
    return [complete]
  })
  return { sound, findings, names }
}

function notACollection(value: unknown, at: Place): Finding {
  const hint =
    value === undefined
      ? 'Its file has no default export, or imports the config in a cycle.'
      : 'Import it from its file, which exports defineCollection({ … }) by default.'
  return { code: 'not-a-collection', message: `${show(value)} is not a collection.`, hint, at }
}

function checkCollection(collection: object): Finding[] {
  const { name } = collection as { name?: unknown } // unknown until the shape is checked
  return checkShape(collectionShape, collection, {
    name: typeof name === 'string' ? `the collection '${name}'` : 'a collection',
    declaration: collection,
  })
}

function checkMembers(collection: Collection): Finding[] {
  return Object.entries(collection.fields)
    .filter(([, field]) => !isField(field))
    .map(([name, value]) => ({
      ...(isCalledBare(value) ? withoutOptions(name, value, collection) : notAField(name, value, collection)),
      at: atValue(collection, 'fields', name),
    }))
}

function notAField(name: string, value: unknown, collection: Collection) {
  return {
    code: 'not-a-field',
    message: `'${name}' of '${collection.name}' is ${show(value)}, which is not a field.`,
    hint: 'Declare it with field.string(), field.number() and so on.',
  }
}

/** A field whose type was called without the options that it cannot do without. */
function isCalledBare(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}

function withoutOptions(name: string, { kind }: { readonly kind: string }, collection: Collection) {
  return {
    code: 'missing-option',
    message: `The field '${name}' of '${collection.name}' has no options, but field.${kind} needs some.`,
    ...exampleHint(kind, collection.name),
  }
}

function makeContext(
  config: Config,
  systemPlugins: readonly PluginUse[],
  given: readonly PluginUse[],
  collections: Collections,
  parents: Map<object, Place>,
): CheckContext {
  const plugins = [...systemPlugins, ...given]
  const fields = collections.sound.flatMap((collection) => allFields(collection, parents))
  return {
    config,
    collections: collections.sound,
    collectionNames: collections.names,
    fields,
    plugins,
    systemNames: new Set(systemPlugins.map(({ plugin }) => plugin.name)),
    fieldTypes: fieldTypesOf(plugins),
    roles: new Set([...Object.keys(builtInRoles), ...Object.keys(config.roles ?? {})]),
    targets: new Set(['users', ...plugins.flatMap(({ plugin }) => Object.keys(plugin.targets ?? {}))]),
    pluginTables: new Map(plugins.flatMap(({ plugin }) => tablesOf(plugin).map((table) => [table, plugin.name]))),
  }
}

/** Collections and fields with the fields that can be looked at in place of those declared. */
function withSoundFields(
  context: CheckContext,
  { sites, replaced }: CheckedFields,
  parents: Map<object, Place>,
): CheckContext {
  for (const [declared, field] of replaced) if (declared !== field) parents.set(field, atValue(declared))
  const sound = new Map<Collection, Collection>()
  for (const collection of context.collections) {
    const fields = Object.entries(collection.fields).map(([name, field]) => [name, replaced.get(field)] as const)
    const isWhole = fields.every(([name, field]) => field === collection.fields[name])
    const rest = isWhole ? collection : { ...collection, fields: Object.fromEntries(fields) as Collection['fields'] } // broken fields are undefined, which every check minds
    if (!isWhole) parents.set(rest, atValue(collection))
    sound.set(collection, rest)
  }
  return {
    ...context,
    collections: [...sound.values()],
    fields: sites.map((site) => ({ ...site, collection: sound.get(site.collection) ?? site.collection })),
  }
}

function allFields(collection: Collection, parents: Map<object, Place>): FieldSite[] {
  const declared = Object.entries(collection.fields).filter(([, field]) => isField(field))
  for (const [name, field] of declared) parents.set(field, atValue(collection, 'fields', name))
  return fieldSites({ ...collection, fields: Object.fromEntries(declared) }).map((site) => ({ ...site, collection }))
}

/** Built-in types come first: a plugin cannot take the place of one. Nothing is a kind but what is listed. */
function fieldTypesOf(plugins: readonly PluginUse[]): Readonly<Record<string, FieldType>> {
  const types = plugins.flatMap(({ plugin }) => plugin.fieldTypes ?? [])
  const declared = types.toReversed().map((type) => [type.kind, type] as const)
  return Object.assign(Object.create(null), Object.fromEntries(declared), builtInFieldTypes)
}

function tablesOf(plugin: PluginUse['plugin']): string[] {
  return Object.values(plugin.tables ?? {}).flatMap((table) => tableName(table) ?? [])
}
