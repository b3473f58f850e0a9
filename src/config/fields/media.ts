import * as z from 'zod'
import { declareField, equated, type FieldOptions, type FieldType, type Requirement } from './field-type.ts'
import { type OnDelete, targeting } from './reference.ts'

export interface MediaOptions extends FieldOptions<string> {
  /** Behavior when the item is deleted; see `field.reference`. */
  readonly onDelete?: OnDelete
}

/** An item of the media library. Holds its id. Needs a plugin that provides the table `media`, as core-media does. */
export function media<const R extends boolean = false>(options: MediaOptions & Requirement<R> = {}) {
  return declareField<'media', string, R>('media', targeting('media', options), media)
}

export const mediaType: FieldType<MediaOptions & { readonly target: string }> = {
  kind: 'media',
  storage: 'text',
  options: { target: z.literal('media'), onDelete: z.enum(['restrict', 'cascade', 'nullify']), default: z.string() },
  schema: () => z.string().min(1).max(64),
  operators: equated,
  providedBy: 'core-media',
  widget: 'media',
  part: 'side',
  sample: (_options, sampler) => sampler.reference('media'),
  typescript: () => 'string',
}
