/** Makes an object of a row's values. */
export type ToObject = (values: readonly unknown[]) => Record<string, unknown>

/**
 * Compiles a function that makes an object of a row's values, for these names. SQLite's own objects, and objects built
 * property by property, take V8 many times as long. The last of several columns with the same name wins.
 */
export function toObjectOf(names: readonly string[]): ToObject {
  // In brackets any name is data, even `__proto__`.
  const properties = names.map((name, index) => `[${JSON.stringify(name)}]: values[${index}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as ToObject // as it has just been written
}
