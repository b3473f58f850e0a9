/**
 * Describes the path of a nested field: `navigation[].label` for `navigation.of.fields.label`, `rows[][]` for
 * `rows.of.of`.
 */
export function describeFieldPath(path: string): string {
  return path
    .replace(/((?:\.of)+)\.fields\./g, (_, items: string) => `${itemsOf(items)}.`)
    .replace(/\.nodes\.(\w+)(?:\.fields)?/g, '.$1')
    .replaceAll('.fields.', '.')
    .replace(/(?:\.of)+$/, itemsOf)
    .replace(/((?:\.of)*)\.of\./g, (_, items: string) => `${itemsOf(items)}.`)
}

/** Returns a pair of brackets for each list in a list: `[][]` for `.of.of`. */
function itemsOf(steps: string): string {
  return steps.replaceAll('.of', '[]')
}

/**
 * Converts a path to the form used in operations: `posts.navigation.label`, and `posts.links[]` for the items
 * themselves.
 */
export function fieldOfOperation(subject: string): string {
  return describeFieldPath(subject)
    .replace(/(?:\[\])+\./g, '.')
    .replace(/(?:\[\])+$/, '[]')
}
