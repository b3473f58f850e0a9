/** An object of the document as it is built. Values that are `undefined` do not reach the text. */
export type JsonObject = { readonly [key: string]: unknown }
