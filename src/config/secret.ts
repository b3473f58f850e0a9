/** A reference to a value stored elsewhere: a worker secret, or `.dev.vars` in development. */
export interface Secret {
  readonly $secret: string
}

/**
 * Refers to a secret by name, in a setting.
 * @param name the binding's name, for example `RESEND_API_KEY`. Only the name appears in the lock and the program.
 */
export function secret(name: string): Secret {
  return Object.freeze({ $secret: name })
}

export function isSecret(value: unknown): value is Secret {
  return typeof value === 'object' && value !== null && typeof (value as Secret).$secret === 'string'
}

/** A setting's input type, in which every string may also be a secret. */
export type WithSecrets<T> = T extends string
  ? T | Secret
  : T extends readonly (infer Item)[]
    ? readonly WithSecrets<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: WithSecrets<T[Key]> }
      : T
