import type { AdminPage } from '../../config/admin-page.ts'
import type { DashboardSection } from '../../config/dashboard-section.ts'
import type { DocumentPanel } from '../../config/document-panel.ts'
import type { PluginUse } from '../../config/plugin.ts'
import type { PluginData, ReferenceTarget } from '../../config/plugin-data.ts'
import type { ManifestPanel, ManifestPlugin, ManifestSection, MenuItem } from '../../manifest/manifest.ts'
import { settingFacts } from '../settings/setting-facts.ts'
import { tableName } from '../table-name.ts'
import { lowerRule } from './access.ts'
import type { LowerContext } from './fields.ts'

type Context = Pick<LowerContext, 'roles' | 'translators' | 'sourceOf'>

/**
 * Sorts plugins by their dependencies, and otherwise by name, because their order in the config has no meaning. A
 * plugin whose dependencies are missing is left out; the check of dependencies reports it.
 * @param before names of plugins that precede all of these
 */
export function orderPlugins(plugins: readonly PluginUse[], before: ReadonlySet<string>): PluginUse[] {
  const waiting = [...plugins].sort((a, b) => (a.plugin.name < b.plugin.name ? -1 : 1))
  const ordered: PluginUse[] = []
  const placed = new Set(before)
  for (;;) {
    const next = waiting.findIndex(({ plugin }) => (plugin.dependencies ?? []).every((name) => placed.has(name)))
    if (next === -1) return ordered
    const [use] = waiting.splice(next, 1)
    if (use) ordered.push(use)
    if (use) placed.add(use.plugin.name)
  }
}

export function lowerPlugin(use: PluginUse, system: boolean, context: Context): ManifestPlugin {
  const { plugin } = use
  const { data = {}, http = {}, admin = {}, operations = {} } = plugin
  const { sourceOf } = context
  return {
    name: plugin.name,
    version: plugin.version,
    description: plugin.description ?? null,
    dependencies: [...(plugin.dependencies ?? [])].sort(),
    essential: plugin.essential ?? false,
    system,
    environments: plugin.environments ? [...plugin.environments].sort() : null,
    hooks: Object.keys(http.hooks ?? {}).sort(),
    services: Object.keys(plugin.services ?? {}).sort(),
    cron: sorted(Object.entries(operations.cron ?? {}).map(([name, { everyMinutes }]) => [name, everyMinutes])),
    middleware: (http.middleware ?? []).length > 0,
    queues: Object.keys(operations.queues ?? {}).sort(),
    secrets: sorted(Object.entries(operations.secrets ?? {})),
    tables: Object.values(data.tables ?? {})
      .flatMap((table) => tableName(table) ?? [])
      .sort(),
    secretColumns: columnsByTable(data.secretColumns),
    collectionColumns: columnsByTable(data.collectionColumns),
    accountColumns: columnsByTable(data.accountColumns),
    targets: withoutMissing(mapTargets(data, ({ shows }) => columnsByTable(shows))),
    uploads: withoutMissing(mapTargets(data, ({ uploads }) => uploads)),
    integrity: data.integrity ?? [],
    bucketFiles: data.bucketFiles ?? null,
    needs: operations.needs ?? [],
    reaches: operations.reaches ?? [],
    admits: withoutMissing(operations.admits),
    opens: withoutMissing(operations.opens),
    accessTables: [...(data.accessTables ?? [])].sort(),
    keptTables: [...(data.keptTables ?? [])].sort(),
    settings: sorted(Object.entries(settingFacts(plugin.settings))),
    menu: Object.values(admin.pages ?? {})
      .map(menuItem)
      .sort(byPath),
    documentPanels: Object.entries(admin.documentPanels ?? {})
      .map(([name, panel]) => panelNamed(name, panel, context))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    dashboardSections: Object.entries(admin.dashboardSections ?? {})
      .map(([name, section]) => sectionNamed(name, section, context))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    source: system ? 'lintel/system' : sourceOf(plugin),
    usedAt: system ? null : sourceOf(use),
  }
}

function mapTargets<Value>(
  { targets = {} }: PluginData,
  map: (target: ReferenceTarget) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, map(target)]))
}

function columnsByTable(columns: PluginData['secretColumns'] = {}): Record<string, readonly string[]> {
  return sorted(Object.entries(columns).map(([table, names]) => [table, [...names].sort()]))
}

function menuItem({ path, label, icon = 'puzzle', group = 'system', order = 100, pages }: AdminPage): MenuItem {
  return { path, label, icon, group, order, ...(pages && { pages }) }
}

function panelNamed(
  name: string,
  { label, place, order = 100, access }: DocumentPanel,
  { roles, translators }: Context,
): ManifestPanel {
  return { name, label, place, order, access: lowerRule(access, roles, translators) }
}

function sectionNamed(
  name: string,
  { label, order = 100, access }: DashboardSection,
  { roles, translators }: Context,
): ManifestSection {
  return { name, label, order, access: lowerRule(access, roles, translators) }
}

function withoutMissing<Value>(values: { readonly [name: string]: Value | undefined } = {}): Record<string, Value> {
  return sorted(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

function byPath(a: MenuItem, b: MenuItem): number {
  return a.path < b.path ? -1 : 1
}

function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
