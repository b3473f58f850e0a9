import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { Finding, Position } from '../diagnostics/diagnostic.ts'
import { checkAccess } from './access-rules.ts'
import { checkAddresses } from './address.ts'
import { checkReplacedChoices } from './choices.ts'
import {
  checkCacheRules,
  checkDraftsOff,
  checkHistory,
  checkIndexes,
  checkReferences,
  checkSearch,
} from './collection-options.ts'
import { configShape } from './config-shape.ts'
import type { Check, CheckContext } from './context.ts'
import { checkCors, checkEnvironments } from './environments.ts'
import { checkFieldOptions } from './field-options.ts'
import { checkBackfills, checkChoices, checkContradictions, checkPatterns, checkValues } from './field-values.ts'
import { checkLimits } from './limits.ts'
import { checkLocales, checkLocalizedFields } from './locales.ts'
import { makeContext, withSoundFields } from './make-context.ts'
import { checkNamedColumns } from './named-columns.ts'
import {
  checkCollectionNames,
  checkColumns,
  checkFieldNames,
  checkPluginTables,
  checkRoles,
  checkTables,
} from './names.ts'
import { checkPlacements } from './placements.ts'
import { checkFieldTypes, checkOpenings, checkPlugins, checkSecrets, checkServices } from './plugins.ts'
import { checkPreviews } from './preview.ts'
import { checkReasons } from './reasons.ts'
import { checkRoutes } from './routes.ts'
import { checkShape } from './shape.ts'
import { checkSlugs } from './slugs.ts'
import { checkMembers, soundCollections } from './sound-collections.ts'
import { noConfig, soundConfig } from './sound-config.ts'
import { soundPlugins } from './sound-plugins.ts'

/** All checks that run once the shapes are right, in the order of their importance to the reader. */
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
  checkPlacements,
  checkAddresses,
  checkDraftsOff,
  checkReplacedChoices,
  checkHistory,
  checkReasons,
  checkAccess,
  checkLocales,
  checkLocalizedFields,
  checkLimits,
]

export interface CheckResult {
  readonly findings: readonly Finding[]
  /** Position where each declaration is mentioned, for those whose own call site is unknown. */
  readonly parents: ReadonlyMap<object, Position>
  /** The valid parts of the project; `null` if the config is not an object. */
  readonly context: CheckContext | null
}

/** Checks the whole project and collects every mistake. */
export function checkProject(config: unknown, systemPlugins: readonly PluginUse[]): CheckResult {
  const parents = new Map<object, Position>()
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
