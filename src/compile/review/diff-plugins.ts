import { isNew, type Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import type { ChangeClass, SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { ALL_RIGHTS } from './diff-code.ts'
import { diffPanels } from './diff-panels.ts'
import { diffPluginSettings } from './diff-plugin-settings.ts'
import { isServedOutsideDevelopment, routesOf } from './diff-routes.ts'
import { diffSections } from './diff-sections.ts'
import { diffGuards } from './guards.ts'
import { reachedBy } from './reached-by.ts'
import { declarersOf, type Locks } from './shared-secrets.ts'

/** Compares plugins, with their secrets and their settings in each environment. */
export function diffPlugins(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return namesIn(base.plugins, head.plugins).flatMap((name) => {
    const before = base.plugins[name]
    const after = head.plugins[name]
    const changes = before && after ? diffFacts(name, base, head, sources) : [presenceOf(name, base, head, sources)]
    return [
      ...changes,
      ...(after ? diffPluginSettings(name, base, head, sources) : []),
      ...diffSecrets(name, { base, head }, sources),
    ]
  })
}

type Plugin = Lock['plugins'][string]

/** Reports an added or removed plugin together with everything by which its code is reached. */
function presenceOf(name: string, base: Lock, head: Lock, sources: Sources): SettingChange {
  const [before, after] = [base.plugins[name], head.plugins[name]]
  const routes = routesOf(after ? head : base, name)
  const isServed = isServedOutsideDevelopment(after ? head : base, name)
  const withRoutes = routes.length === 0 ? '' : `, with its ${count(routes.length, 'route')}`
  const where = isServed ? '' : ', in development only'
  const message = after
    ? `the plugin ${name} ${after.version} is new${withRoutes}, and it ${ALL_RIGHTS}${where}`
    : `the plugin ${name} is removed${withRoutes}${where}`
  const opens = after !== undefined && isServed && !isNew(base)
  const breaks = after === undefined && isServed && routes.length > 0
  const grade = opens ? 'opens' : breaks ? 'breaking' : 'caution'
  return {
    ...settingChange(grade, after ? 'plugin-added' : 'plugin-removed', name, message, [
      before?.version,
      after?.version,
    ]),
    notes: reachedBy(name, after ? head : base),
    source: sources.use(name),
  }
}

function count(number: number, noun: string): string {
  return number === 1 ? noun : `${number} ${noun}s`
}

type Fact =
  | 'version'
  | 'environments'
  | 'essential'
  | 'dependencies'
  | 'services'
  | 'cron'
  | 'queues'
  | 'opens'
  | 'middleware'
  | 'accessTables'
  | 'keptTables'
  | 'accountColumns'
  | 'collectionColumns'

interface FactDifference {
  readonly class: ChangeClass | ((before: Plugin, after: Plugin) => ChangeClass)
  readonly say: (name: string, before: Plugin, after: Plugin) => string
}

/** Class and description of a change to each fact about a plugin. */
const FACTS: Readonly<Record<Fact, FactDifference>> = {
  version: {
    class: 'caution',
    say: (name, before, after) => `${name} is ${after.version}; previously ${before.version}`,
  },
  environments: {
    class: (before, after) => (runsInMore(before, after) ? 'opens' : 'caution'),
    say: (name, before, after) =>
      `${name} runs in ${within(after.environments)}; previously ${within(before.environments)}`,
  },
  essential: {
    class: 'caution',
    say: (name, _, after) => `${name} ${after.essential ? 'can no longer' : 'can'} be turned off`,
  },
  dependencies: {
    class: 'safe',
    say: (name, before, after) =>
      `${name} needs ${listOf(after.dependencies)}; previously ${listOf(before.dependencies)}`,
  },
  services: {
    class: 'caution',
    say: (name, before, after) => `${name} provides ${listOf(after.services)}; previously ${listOf(before.services)}`,
  },
  cron: {
    class: 'caution',
    say: (name, before, after) => `${name} runs ${jobsIn(after)}; previously ${jobsIn(before)}`,
  },
  queues: {
    class: 'caution',
    say: (name, before, after) => `${name} consumes ${listOf(after.queues)}; previously ${listOf(before.queues)}`,
  },
  opens: {
    // Without the declaration, a review would no longer report that a later change to the setting opens access.
    class: (before, after) => (isDeclaredLess(before.opens, after.opens) ? 'opens' : 'caution'),
    say: (name, before, after) =>
      `${name} declares that these settings may open access: ${openingsIn(after)}; before: ${openingsIn(before)}`,
  },
  middleware: {
    // The removed middleware may have refused requests.
    class: (before) => (before.middleware ? 'opens' : 'caution'),
    say: (name, _, after) =>
      after.middleware ? `${name} has middleware for its routes` : `${name} no longer has middleware for its routes`,
  },
  accessTables: {
    class: (before, after) => (isIncluded(before.accessTables, after.accessTables) ? 'caution' : 'opens'),
    say: (name, before, after) =>
      `${name} declares that these tables decide who may do what: ${listOf(after.accessTables)}; before: ${listOf(before.accessTables)}`,
  },
  keptTables: {
    // A restored backup may bring ended sessions and used tokens back.
    class: (before, after) => (isIncluded(before.keptTables, after.keptTables) ? 'caution' : 'opens'),
    say: (name, before, after) =>
      `restoring a backup from the admin leaves these tables of ${name} unchanged: ${listOf(after.keptTables)}; before: ${listOf(before.keptTables)}`,
  },
  accountColumns: {
    // Anyone who may delete an account also deletes the rows that name it.
    class: (before, after) =>
      isIncluded(columnsIn(after.accountColumns), columnsIn(before.accountColumns)) ? 'caution' : 'opens',
    say: (name, before, after) =>
      `deleting an account deletes the rows of ${name} that refer to it in ${listOf(columnsIn(after.accountColumns))}; before, in ${listOf(columnsIn(before.accountColumns))}`,
  },
  collectionColumns: {
    class: 'caution',
    say: (name, before, after) =>
      `renaming a collection changes its name in ${listOf(columnsIn(after.collectionColumns))} of ${name}; before, in ${listOf(columnsIn(before.collectionColumns))}`,
  },
}

function diffFacts(name: string, base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const [before, after] = [base.plugins[name], head.plugins[name]]
  if (!before || !after) return []
  const facts = Object.keys(FACTS) as Fact[] // the record's own names
  const changes = facts
    .filter((fact) => !isSame(before[fact], after[fact]))
    .map((fact) => {
      const { class: grade, say } = FACTS[fact]
      const ofFact = typeof grade === 'function' ? grade(before, after) : grade
      const left = fact === 'environments' ? leftBy(before, after, head) : []
      const lost = left.length > 0 ? routesOf(base, name) : []
      const notes = lost.map((route) => `clients can no longer call ${route.name} in ${left.join(', ')}`)
      const classOfChange = notes.length > 0 && ofFact === 'caution' ? 'breaking' : ofFact
      const values = [before[fact], after[fact]] as const
      const change = settingChange(classOfChange, `plugin-${fact}`, name, say(name, before, after), values)
      return { ...change, notes, source: sources.plugin(name, fact) ?? sources.use(name) }
    })
  return [
    ...changes,
    ...diffGuards(name, base, head, leftBy(before, after, head), sources),
    ...diffPanels(name, base, head, sources),
    ...diffSections(name, base, head, sources),
    ...diffSecretColumns(name, before, after, sources),
  ]
}

/** Returns the environments, apart from development, in which a plugin is no longer active. */
function leftBy({ environments: before }: Plugin, { environments: after }: Plugin, { environments }: Lock): string[] {
  const isIn = (where: readonly string[] | null, name: string) => where === null || where.includes(name)
  return Object.keys(environments).filter((name) => name !== 'development' && isIn(before, name) && !isIn(after, name))
}

/** Tells whether a plugin becomes active in further environments, apart from development. */
function runsInMore({ environments: before }: Plugin, { environments: after }: Plugin): boolean {
  if (before === null) return false
  return after === null || after.some((name) => name !== 'development' && !before.includes(name))
}

function within(environments: readonly string[] | null): string {
  return environments === null ? 'every environment' : environments.join(', ')
}

function jobsIn({ cron }: Plugin): string {
  return listOf(Object.entries(cron).map(([job, minutes]) => `${job} every ${minutes} min`))
}

/** Lists the settings that give access, each with the values that do: `retries (more)`. */
function openingsIn({ opens }: Plugin): string {
  return listOf(Object.entries(opens).map(([setting, opening]) => `${setting} (${opening})`))
}

function isDeclaredLess(before: Plugin['opens'], after: Plugin['opens']): boolean {
  return Object.keys(before).some((setting) => before[setting] !== after[setting])
}

function isIncluded(names: readonly string[], others: readonly string[]): boolean {
  return names.every((name) => others.includes(name))
}

function columnsIn(columns: Plugin['secretColumns']): string[] {
  return Object.entries(columns).flatMap(([table, names]) => names.map((column) => `${table}.${column}`))
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ')
}

/** Compares the columns that administrators cannot read. */
function diffSecretColumns(name: string, before: Plugin, after: Plugin, sources: Sources): SettingChange[] {
  const [then, now] = [columnsIn(before.secretColumns), columnsIn(after.secretColumns)]
  const source = sources.plugin(name, 'secretColumns')
  const shown = then.filter((column) => !now.includes(column))
  const kept = now.filter((column) => !then.includes(column))
  return [
    ...shown.map((column) => {
      const message = `administrators can read ${column}, which ${name} kept secret`
      return { ...settingChange('opens', 'secret-column', column, message, ['secret', null]), source }
    }),
    ...kept.map((column) => {
      const message = `administrators can no longer read ${column}, which ${name} keeps secret`
      return { ...settingChange('safe', 'secret-column', column, message, [null, 'secret']), source }
    }),
  ]
}

function diffSecrets(plugin: string, locks: Locks, sources: Sources): SettingChange[] {
  const before = locks.base.plugins[plugin]?.secrets ?? {}
  const after = locks.head.plugins[plugin]?.secrets ?? {}
  return namesIn(before, after)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => {
      const isNeeded = after[name]?.required === true
      const others = before[name] || isNew(locks.base) ? [] : declarersOf(name, plugin, locks)
      const isServed = isServedOutsideDevelopment(locks.head, plugin)
      const grade =
        after[name] && others.length > 0 && isServed
          ? 'opens'
          : after[name] && isNeeded !== (before[name]?.required === true)
            ? 'caution'
            : 'safe'
      const message = after[name]
        ? `${plugin} ${needOf(name, isNeeded, before[name]?.required === true)}`
        : `${plugin} no longer reads the secret ${name}`
      const notes = others.map((other) => `the secret ${name} already has another purpose: ${other}`)
      const change = settingChange(grade, 'secret', `${plugin}.${name}`, message, [before[name], after[name]])
      return { ...change, notes, source: sources.plugin(plugin, 'secrets', name) }
    })
}

function needOf(secret: string, isNeeded: boolean, wasNeeded: boolean): string {
  if (isNeeded) return `needs the secret ${secret}: set it before the deploy`
  return wasNeeded ? `no longer needs the secret ${secret}, but can read it` : `can read the secret ${secret}`
}
