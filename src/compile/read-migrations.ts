import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration, Schema } from '../manifest/index.ts'
import { sha256 } from './hash.ts'
import { createSchema } from './schema/create.ts'
import { parseMigration, toMigration } from './schema/migration-file.ts'

/** The files of `migrations/` in order; the whole schema at once where there are none yet. */
export function readMigrations(root: string, schema: Schema): Migration[] {
  const folder = join(root, 'migrations')
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{4}_.*\.sql$/.test(name))
        .sort()
    : []
  if (names.length > 0) {
    return names.map((name) => toMigration(parseMigration(name, readFileSync(join(folder, name), 'utf8'))))
  }
  const statements = createSchema(schema)
  return [{ name: '0001_initial.sql', checksum: sha256(statements.join(';\n')), statements, destructive: false }]
}
