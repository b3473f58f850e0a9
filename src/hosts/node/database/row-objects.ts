/** Makes an object of a row's values. */
export type ToObject = (values: readonly unknown[]) => Record<string, unknown>

/**
 * A function that names the values of a row. It is compiled for these names: SQLite's own objects, and those that are put
 * together property by property, take V8 many times as long. Of columns of one name the last one counts.
 */
export function toObjectOf(names: readonly string[]): ToObject {
  // In brackets a name is data, `__proto__` too.
  const properties = names.map((name, index) => `[${JSON.stringify(name)}]: values[${index}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as ToObject // as it has just been written
}
