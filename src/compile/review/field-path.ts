/** A field inside another as people say it: `navigation[].label` for `navigation.of.fields.label`. */
export function fieldPathInWords(path: string): string {
  return path
    .replaceAll('.of.fields.', '[].')
    .replaceAll('.fields.', '.')
    .replace(/\.of$/, '[]')
    .replaceAll('.of.', '.')
}
