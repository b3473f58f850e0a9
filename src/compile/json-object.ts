/** An object of a JSON document. Properties that are `undefined` are not printed. */
export type JsonObject = { readonly [key: string]: unknown }
