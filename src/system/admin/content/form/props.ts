import type { ManifestCollection } from '../../../../runtime/kit.ts'
import type { Values } from '../document-values.ts'

/** Props of the form of a document. */
export interface FormProps {
  readonly collection: ManifestCollection
  /** As it is stored; `null` for a new one. */
  readonly document: Values | null
  /** Text of the inputs, by name. */
  readonly values: Values
  /** Of the document that the form was made from. */
  readonly etag: string | null
  readonly errors?: ReadonlyMap<string, string>
  readonly typed?: ReadonlyMap<string, string>
  /** The problem of the form as a whole. */
  readonly problem?: string | null
  /** Somebody else has saved it since the form was made: what stands here is what they saved. */
  readonly isConflict?: boolean
  /** Tells whether the form holds what was typed before and is not stored. */
  readonly isUnsaved?: boolean
}
