import { batch } from '../database.ts'
import type { Runtime } from '../runtime.ts'

export async function bringUpToDate(runtime: Runtime): Promise<void> {
  const { DB } = runtime.env
  await batch(DB, [
    {
      sql: 'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL, checksum TEXT)',
      values: [],
    },
  ])
  const [rows = []] = await batch(DB, [{ sql: 'SELECT name FROM d1_migrations', values: [] }])
  for (const m of runtime.program.migrations) {
    if (rows.some((r) => r.name === m.name)) continue
    await batch(DB, [
      { sql: 'INSERT INTO d1_migrations (name, checksum) VALUES (?1, ?2)', values: [m.name, m.checksum] },
      ...m.statements.map((sql) => ({ sql, values: [] })),
    ])
  }
}
