import type { Field, Fields } from './field-type.ts'

/** The type of a field's value. */
export type ValueOf<F> = F extends Field<string, infer Value> ? Value : never

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<string, unknown, true> ? Name : never
}[keyof F]

/** A document as responses contain it: required fields always have a value, the others may be null. */
export type DocumentOf<F extends Fields> = {
  [Name in keyof F]: Name extends RequiredNames<F> ? ValueOf<F[Name]> : ValueOf<F[Name]> | null
}
