import type { ManifestCollection } from '../../../runtime/kit.ts'
import type { Values } from './document-values.ts'

/** What the form of a document shows. */
export interface FormProps {
  readonly collection: ManifestCollection
  /** As it is stored; `null` for a new one. */
  readonly document: Values | null
  /** What the inputs hold. */
  readonly values: Values
  /** Of the document that the form was made from. */
  readonly etag: string | null
  readonly errors?: ReadonlyMap<string, string>
  readonly typed?: ReadonlyMap<string, string>
  /** What went wrong as a whole. */
  readonly problem?: string | null
  /** Somebody else has saved it since the form was made: what stands here is what they saved. */
  readonly isConflict?: boolean
  /** What stands here was typed before and is not stored. */
  readonly isUnsaved?: boolean
}
