import type { PluginSpec } from '../../config/plugin.ts'
import type { RequestContext } from '../../config/request.ts'
import type { ManifestPlugin } from '../../manifest/index.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { decide } from './access.ts'

/** Kinds of parts that plugins have in pages of the admin. */
type PartKind = 'documentPanels' | 'dashboardSections'

type Declared<Kind extends PartKind> = NonNullable<PluginSpec[Kind]>[string]

/** A part that the caller sees: as the manifest has it, with the function that renders it. */
export type ShownPart<Kind extends PartKind> = ManifestPlugin[Kind][number] & {
  readonly plugin: string
  readonly render: Declared<Kind>['render']
}

/** Parts of active plugins that the caller may see, in their order. */
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
    const render = program.plugins[part.plugin]?.[kind]?.[part.name]?.render
    return isActive[index] && render ? [{ ...part, render } as ShownPart<Kind>] : [] // of the same kind
  })
}
