import * as z from 'zod'
import { type BuiltInType, declareField, equated, type FieldOptions, type Requirement } from '../field-type.ts'
import { type OnDelete, targeting } from '../reference/reference.ts'

export interface MediaOptions extends FieldOptions<string> {
  /** Behavior of the document when the item is deleted; see `field.reference`. */
  readonly onDelete?: OnDelete
  /**
   * Minimum size of a picture, in pixels as displayed. If it is set, files without a size, such as PDFs, are rejected.
   */
  readonly minWidth?: number
  readonly minHeight?: number
  /** MIME types that are accepted: `image/png`, or `image/*` for all images. Default: all that the library accepts. */
  readonly types?: readonly string[]
}

const MIME_TYPE = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/

/**
 * Declares a field for an item of the media library, stored by its id. Needs a plugin that provides the table `media`,
 * such as core-media.
 */
export function media<const R extends boolean = false>(options: MediaOptions & Requirement<R> = {}) {
  return declareField<'media', string, R>('media', targeting('media', options), media)
}

export const mediaType: BuiltInType<MediaOptions & { readonly target: string }> = {
  kind: 'media',
  storage: 'text',
  options: {
    target: z.literal('media'),
    onDelete: z.enum(['restrict', 'cascade', 'nullify']),
    minWidth: z.int().min(1),
    minHeight: z.int().min(1),
    types: z.array(z.string().regex(MIME_TYPE, 'a MIME type, such as image/png or image/*')).min(1),
    default: z.string(),
  },
  schema: () => z.string().min(1).max(64),
  operators: equated,
  providedBy: 'core-media',
  admin: () => import('./admin.tsx'),
  import: () => import('../reference/import.ts'),
  part: 'side',
  sample: (_options, sampler) => sampler.reference('media'),
  inReference: { words: 'id', value: '<id>' },
  typescript: () => 'string',
}
