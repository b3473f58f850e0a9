import type { ConvertContext } from './convert-context.ts'

/**
 * Finds the file that text refers to: a file of the export by its key, path or address, or a file at an allowed
 * address. Returns its placeholder; `null` if there is no such file.
 */
export function findFile(text: string, { record, store, mayFetch }: ConvertContext): string | null {
  const { file } = record.place
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const known = store.findAsset(text, folder + text.replace(/^\.\//, ''))
  if (known !== null) return store.want(known, record)
  if (!mayFetch(text)) return null
  const filename = new URL(text).pathname.replace(/^\/+/, '')
  store.addAsset({ key: text, path: null, url: text, filename, alt: null, title: null })
  return store.want(text, record)
}
