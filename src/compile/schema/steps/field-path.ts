/**
 * Paths of fields: `title`, `seo.title` inside a group, `rows.label` in the items of a list, `rows[]` for the items
 * themselves, `sections.quote` for a kind of block, `sections.quote.text` in it.
 */

/** Tells whether a path is that of a nested field. */
export function isInside(path: string): boolean {
  return /[.[]/.test(path)
}

/** Returns the name of the outermost field of a path. */
export function outermost(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path
}
