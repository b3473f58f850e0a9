/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A field in the manifest: plain data, including the fields inside its options. */
export interface FieldData {
  readonly name: string
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: each type reads its own options, checked against its `options` schema at build time
  readonly options: any
}

export type JsonObject = { readonly [name: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
