import type { FieldError } from '../../../runtime/kit.ts'

/** What is wrong with which value. */
export function errorsOf(body: { readonly errors?: readonly FieldError[] } | null): readonly FieldError[] {
  return body?.errors ?? []
}
