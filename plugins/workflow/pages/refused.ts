import type { HttpError } from 'lintel/kit'

/** A form that was refused: what was typed, by the names of its fields, and why. */
export interface Refused {
  readonly typed: { readonly [field: string]: string | undefined }
  readonly problem: HttpError
}
