import type { DashboardSection } from '../../config/dashboard-section.ts'
import type { DocumentPanel } from '../../config/document-panel.ts'
import type { RequestContext } from '../../config/request.ts'
import type { ManifestPlugin } from '../../manifest/index.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { decide } from './access.ts'

/** Kinds of parts that plugins add to pages of the admin. */
type PartKind = 'documentPanels' | 'dashboardSections'

interface Functions {
  readonly documentPanels: Pick<DocumentPanel, 'render'>
  readonly dashboardSections: Pick<DashboardSection, 'render' | 'planned'>
}

/** A part that the caller may see: its data in the manifest, with the functions of its declaration. */
export type ShownPart<Kind extends PartKind> = Functions[Kind] &
  ManifestPlugin[Kind][number] & { readonly plugin: string }

/** Returns the parts of active plugins that the caller may see, in order. */
export async function partsFor<Kind extends PartKind>(
  c: RequestContext,
  kind: Kind,
): Promise<readonly ShownPart<Kind>[]> {
  const { activity, plugins, program } = runtimeOf(c)
  const declared = program.manifest.plugins
    .filter(({ name }) => plugins.includes(name))
    .flatMap((plugin) => plugin[kind].map((part) => ({ ...part, plugin: plugin.name })))
    .filter(({ access }) => decide(access, c.get('user'), program.functions) !== false)
    .sort((a, b) => a.order - b.order || (`${a.plugin} ${a.name}` < `${b.plugin} ${b.name}` ? -1 : 1))
  const isActive = await Promise.all(declared.map(({ plugin }) => activity.isActive(plugin)))
  return declared.flatMap((part, index) => {
    const declared = program.plugins[part.plugin]?.admin?.[kind]?.[part.name]
    const functions = declared as Functions[Kind] | undefined // TypeScript does not follow the kind through two lookups
    return isActive[index] && functions ? [{ ...functions, ...part }] : []
  })
}

/** A panel that the caller may see. */
export type ShownPanel = ShownPart<'documentPanels'>

/** Returns the panels of active plugins that the caller may see around a document's form, in order. */
export function documentPanelsFor(c: RequestContext): Promise<readonly ShownPanel[]> {
  return partsFor(c, 'documentPanels')
}
