import type { Json } from '../fields/field-type.ts'
import type { AccessRule } from './access.ts'
import type { Content } from './pages.ts'
import type { RequestContext } from './request.ts'

/** Places around a document's form: above its fields, beside them, below them. */
export type PanelPlace = 'top' | 'side' | 'below'

/** The document whose form is shown. */
export interface PanelDocument {
  /** Name of its collection. */
  readonly collection: string
  /** As the API shows it to the caller. */
  readonly document: { readonly id: string; readonly [property: string]: Json | undefined }
}

/** A plugin's part of the page of each document's form. A document has panels from the first time it is saved. */
export interface DocumentPanel {
  /** Its heading; at the top it is the name of the part, which only screen readers say. */
  readonly label: string
  readonly place: PanelPlace
  /** Among the panels of its place, smallest first; by plugin and name among equals. Default 100. */
  readonly order?: number
  /** Callers who see it, among those who may open the form. */
  readonly access: AccessRule
  /**
   * Renders its content, which may hold forms: it stands outside of the document's own. `null` leaves the panel out.
   * If it throws, the error is logged, and the form is shown with a note in place of the panel.
   */
  readonly render: (c: RequestContext, shown: PanelDocument) => Content | null | Promise<Content | null>
}
