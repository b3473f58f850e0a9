import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the stored files of a service on Node from disk: SHA-256 of the bytes, and the metadata, by key. */
export function digestFiles(folder: string): Readonly<Record<string, object>> {
  const records = globSync('**/*~object.json', { cwd: folder }).sort()
  return Object.fromEntries(
    records.map((path) => {
      const { key, file, httpMetadata, customMetadata = {} } = JSON.parse(readFileSync(join(folder, path), 'utf8'))
      const bytes = readFileSync(join(folder, path, '..', file))
      return [key, { sha256: createHash('sha256').update(bytes).digest('hex'), httpMetadata, customMetadata }]
    }),
  )
}
