import type { RequestContext } from '../../config/request.ts'
import { partsFor, type ShownPart } from './parts-for.ts'

/** A panel that the caller may see. */
export type ShownPanel = ShownPart<'documentPanels'>

/** Returns the panels of active plugins that the caller may see around a document's form, in order. */
export function documentPanelsFor(c: RequestContext): Promise<readonly ShownPanel[]> {
  return partsFor(c, 'documentPanels')
}
