/** Matches a parameter that holds a list of values: `name[in]`, `or[0][name][nin]`, `name[in][]`. */
const LIST = /^(.+\[n?in\])(\[\])?$/

/**
 * Returns the name of a parameter that holds a list of values, without `[]`; `null` for a parameter with a single
 * value.
 */
export function listName(parameter: string): string | null {
  return LIST.exec(parameter)?.[1] ?? null
}

/**
 * Returns the values of a list parameter. A parameter that occurs once, without `[]`, is split at commas; `\,` is a
 * comma within a value. Otherwise each occurrence is one value, commas included. `name[in][]=` alone is the empty list.
 */
export function listValues(parameter: string, values: readonly string[]): readonly string[] {
  const [only = '', ...others] = values
  if (others.length > 0) return values
  if (parameter.endsWith('[]')) return only === '' ? [] : values
  return only.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))
}
