/**
 * The project's declarations, for type checking. `cms build` writes `.cms/types.d.ts`, which extends this interface, so
 * that the editor rejects `field.reference('autors')` and `create: ['edtor']`. Before the first build every name is
 * accepted here, and the compiler checks it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by the generated types
export interface Register {}

/** The name of a collection, or of another table that a reference may point to (`users`, `media`). */
export type CollectionName = Register extends { collections: infer Name extends string }
  ? Name | 'users' | 'media'
  : string

/** The built-in roles and those that the config adds. */
export type RoleName = Register extends { roles: infer Name extends string }
  ? Name | BuiltInRole
  : BuiltInRole | (string & {})

/** The features that the config's environments turn on or off. */
export type FeatureName = Register extends { features: infer Name extends string } ? Name : string

export type BuiltInRole = 'admin' | 'editor' | 'author' | 'viewer'
