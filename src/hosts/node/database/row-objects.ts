/** Makes an object from a row's values. */
export type ToObject = (values: readonly unknown[]) => Record<string, unknown>

/**
 * Compiles a function that makes an object from a row's values, for these column names. In V8, creating objects as
 * `node:sqlite` does, or property by property, takes many times longer. If several columns have the same name, the last
 * one wins.
 */
export function toObjectOf(names: readonly string[]): ToObject {
  // In brackets, every name is an ordinary property name, even `__proto__`.
  const properties = names.map((name, index) => `[${JSON.stringify(name)}]: values[${index}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as ToObject // the source above has this type
}
