import type { Json } from '../fields/field-type.ts'
import type { AccessRule } from '../ground/access.ts'
import type { Content } from '../ground/content.ts'
import type { RequestContext } from './request.ts'

/** Positions of a panel relative to a document's form: above, beside or below its fields. */
export type PanelPlace = 'top' | 'side' | 'below'

/** The document whose form is shown. */
export interface PanelDocument {
  /** Name of the document's collection. */
  readonly collection: string
  /** The document as the API returns it to the caller. */
  readonly document: { readonly id: string; readonly [property: string]: Json | undefined }
}

/**
 * A plugin's panel on the page of each document's form. It appears once the document has been saved for the first time.
 */
export interface DocumentPanel {
  /** Heading of the panel. With `place: 'top'` only screen readers announce it. */
  readonly label: string
  readonly place: PanelPlace
  /**
   * Position among the panels of the same place, smallest first; equal positions are sorted by plugin and name. Default
   * 100.
   */
  readonly order?: number
  /** The callers who see the panel, among those who may open the form. */
  readonly access: AccessRule
  /**
   * Renders the content. It may contain forms, because it is outside the document's form. `null` leaves the panel out.
   * If it throws, the error is logged, and the form is shown with a note in place of the panel.
   */
  readonly render: (c: RequestContext, shown: PanelDocument) => Content | null | Promise<Content | null>
}
