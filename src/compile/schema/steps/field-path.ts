/**
 * Paths of fields: `title`, `seo.title` inside a group, `rows.label` in the items of a list, `rows[]` for the items
 * themselves, `sections.quote` for a kind of block, `sections.quote.text` in it.
 */

/** Tells whether a path leads to something inside a field. */
export function isInside(path: string): boolean {
  return /[.[]/.test(path)
}

/** The field of the collection that a path begins with. */
export function outermost(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path
}
