/** Describes the path of a nested field: `navigation[].label` for `navigation.of.fields.label`. */
export function describeFieldPath(path: string): string {
  return path
    .replaceAll('.of.fields.', '[].')
    .replace(/\.nodes\.(\w+)(?:\.fields)?/g, '.$1')
    .replaceAll('.fields.', '.')
    .replace(/\.of$/, '[]')
    .replaceAll('.of.', '.')
}

/** Converts a path to that in operations: `posts.navigation.label`, and `posts.links[]` for the items themselves. */
export function fieldOfOperation(subject: string): string {
  return describeFieldPath(subject).replaceAll('[].', '.')
}
