import type { PluginSpec } from './plugin.ts'

export type PluginGroup = 'data' | 'http' | 'admin' | 'operations'

type Parts<Group extends PluginGroup> = { readonly [Part in keyof NonNullable<PluginSpec[Group]>]-?: Group }

/** The group that contains each part of a plugin's declaration. */
export const GROUP_OF = {
  tables: 'data',
  secretColumns: 'data',
  collectionColumns: 'data',
  accountColumns: 'data',
  accessTables: 'data',
  keptTables: 'data',
  targets: 'data',
  fieldTypes: 'data',
  imported: 'data',
  sampleData: 'data',
  integrity: 'data',
  bucketFiles: 'data',
  routes: 'http',
  middleware: 'http',
  hooks: 'http',
  pages: 'admin',
  documentPanels: 'admin',
  dashboardSections: 'admin',
  messages: 'admin',
  opens: 'operations',
  admits: 'operations',
  secrets: 'operations',
  optionalSecrets: 'operations',
  tellsAddress: 'operations',
  needs: 'operations',
  reaches: 'operations',
  cron: 'operations',
  queues: 'operations',
  install: 'operations',
  autoMigration: 'operations',
  observe: 'operations',
  trace: 'operations',
} as const satisfies Parts<'data'> & Parts<'http'> & Parts<'admin'> & Parts<'operations'>

export type GroupedPart = keyof typeof GROUP_OF

/** A part of a plugin's declaration, whether it is in a group or not. */
export type PluginPart = Exclude<keyof PluginSpec, PluginGroup> | GroupedPart

/** Former names of parts, which older plugins declare outside groups. */
const FORMER_NAMES: Readonly<Record<string, GroupedPart>> = { adminPages: 'pages' }

/**
 * Returns the part that a property of a plugin's declaration stands for, whether it has the part's current name or a
 * former one; `null` if it stands for no part of a group.
 */
export function groupedPart(member: string): GroupedPart | null {
  const part = Object.hasOwn(FORMER_NAMES, member) ? FORMER_NAMES[member] : member
  return part !== undefined && isGrouped(part) ? part : null
}

function isGrouped(part: string): part is GroupedPart {
  return Object.hasOwn(GROUP_OF, part)
}

/** Returns the path from a plugin's declaration to one of its parts: `['http', 'hooks']`, `['version']`. */
export function pathOfPart(part: PluginPart): readonly string[] {
  return isGrouped(part) ? [GROUP_OF[part], part] : [part]
}
