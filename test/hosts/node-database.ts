import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NodeDatabase, openDatabase } from '../../src/hosts/node/database/node-database.ts'
import { makeTables } from '../../src/hosts/node/tables.ts'

/** A database file of a machine, with the host's tables, opened by so many as if each were a process. */
export async function openNodeDatabases(count = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-database-'))
  const path = join(folder, 'lintel.db')
  const open = () => openDatabase(path, { synchronous: 'normal' })
  const databases: NodeDatabase[] = Array.from({ length: count }, open)
  const [first] = databases
  if (first) await makeTables(first)
  return {
    databases,
    path,
    dispose: async () => {
      for (const database of databases) await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
