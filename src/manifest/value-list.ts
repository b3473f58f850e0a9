/** A parameter that holds a list of values: `name[in]`, `or[0][name][nin]`, `name[in][]`. */
const LIST = /^(.+\[n?in\])(\[\])?$/

/** The name of a list of values without `[]`; `null` for a parameter that holds one value. */
export function listName(parameter: string): string | null {
  return LIST.exec(parameter)?.[1] ?? null
}

/**
 * Values that a list has, as they were given: one parameter alone is split at commas, where `\,` is a comma of a value;
 * of several each is a value, commas included. `name[in][]=` alone is the empty list.
 */
export function listValues(parameter: string, given: readonly string[]): readonly string[] {
  const [only = '', ...others] = given
  if (others.length > 0) return given
  if (parameter.endsWith('[]')) return only === '' ? [] : given
  return only.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))
}
