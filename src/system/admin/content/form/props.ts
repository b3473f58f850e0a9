import type { ManifestCollection } from '../../../../runtime/kit.ts'
import type { Values } from '../document-values.ts'

/** Props of the form of a document. */
export interface FormProps {
  readonly collection: ManifestCollection
  /** The stored document; `null` for a new one. */
  readonly document: Values | null
  /** Values of the inputs, by name. */
  readonly values: Values
  /** ETag of the document from which the form was made. */
  readonly etag: string | null
  readonly errors?: ReadonlyMap<string, string>
  readonly typed?: ReadonlyMap<string, string>
  /** Error of the form as a whole. */
  readonly problem?: string | null
  /**
   * Tells whether somebody else has saved the document since the form was made. `values` are then the submitted ones,
   * and `document` is what is stored.
   */
  readonly isConflict?: boolean
  /** Tells whether the form contains data that is not stored. */
  readonly isUnsaved?: boolean
}
