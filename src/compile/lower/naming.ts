import { columnName } from '../schema/model/names.ts'

/** A name as people read it: `frontPage` → `Front page`. */
export function inWords(name: string): string {
  const words = columnName(name).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
