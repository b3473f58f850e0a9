import type { Json } from '../../../fields/field-type.ts'

/** A document, or what a form holds of one, by the names of its properties. */
export type Values = { readonly [name: string]: Json }
