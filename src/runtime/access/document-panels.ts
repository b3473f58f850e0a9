import type { DocumentPanel, PanelPlace } from '../../config/document-panel.ts'
import type { RequestContext } from '../../config/request.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { decide } from './access.ts'

/** A panel that the caller sees. */
export interface ShownPanel extends Pick<DocumentPanel, 'label' | 'render'> {
  readonly plugin: string
  readonly name: string
  readonly place: PanelPlace
}

/** Panels of active plugins that the caller may see around a document's form, in their order. */
export async function documentPanelsFor(c: RequestContext): Promise<readonly ShownPanel[]> {
  const { activity, plugins, program } = runtimeOf(c)
  const declared = program.manifest.plugins
    .filter(({ name }) => plugins.includes(name))
    .flatMap(({ name: plugin, documentPanels }) => documentPanels.map((panel) => ({ plugin, ...panel })))
    .filter(({ access }) => decide(access, c.get('user'), program.functions) !== false)
    .sort((a, b) => a.order - b.order || (`${a.plugin} ${a.name}` < `${b.plugin} ${b.name}` ? -1 : 1))
  const isActive = await Promise.all(declared.map(({ plugin }) => activity.isActive(plugin)))
  return declared.flatMap(({ plugin, name, label, place }, index) => {
    const panel = program.plugins[plugin]?.documentPanels?.[name]
    return isActive[index] && panel ? [{ plugin, name, label, place, render: panel.render }] : []
  })
}
