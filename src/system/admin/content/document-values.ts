import type { Json } from '../../../fields/field-type.ts'

/** Values of a document or of its form, by the names of its properties. */
export type Values = { readonly [name: string]: Json }
