import type { Manifest } from '../../../src/manifest/index.ts'
import type { Service } from '../../harness/service.ts'
import { CALLERS, fillWide } from '../../runtime/collections/wide-service.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly parent: string | null
  readonly target: string | null
}

/** Tables of full-text search fill themselves, and the hosts' own say nothing of the service. */
const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_%' ESCAPE '\\'`

/** Fills a service of the wide project with documents of every collection, and rows of every table. */
export async function fillWhole(service: Service, { collections }: Manifest): Promise<void> {
  const headers = CALLERS.admin
  const ask = async (path: string, method: string, body: object) => {
    const answer = await service.json(path, { method, headers, body })
    if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  }
  await fillWide(service)
  await ask('/admin/seed-data/generate', 'POST', { contentCount: 40, userCount: 3, mediaCount: 3, seed: 1 })
  // From here on these are documents like all others.
  await service.sql('DELETE FROM seed_records')
  for (const { name, table, locales } of collections.filter(({ locales }) => locales)) {
    const [first] = await service.sql<{ id: string }>(`SELECT id FROM "${table}" LIMIT 1`)
    await ask(`/api/${name}/${first?.id}`, 'PATCH', { publishedLocales: [locales?.default] })
  }
  for (const { name } of await service.sql<{ name: string }>(TABLES)) await fillTable(service, name)
}

/** Gives a table that nothing has filled a row with a value in each column. */
async function fillTable(service: Service, name: string): Promise<void> {
  if ((await service.sql(`SELECT 1 FROM "${name}" LIMIT 1`)).length > 0) return
  const columns = await service.sql<Column>(
    `SELECT c.name, c.type, f."table" AS parent, coalesce(f."to", c.name) AS target
     FROM pragma_table_info(?1) AS c LEFT JOIN pragma_foreign_key_list(?1) AS f ON f."from" = c.name`,
    name,
  )
  for (const { parent } of columns) if (parent !== null && parent !== name) await fillTable(service, parent)
  const values = columns.map(({ type, parent, target }) =>
    parent === null ? VALUES[type] : parent === name ? 'NULL' : `(SELECT "${target}" FROM "${parent}" LIMIT 1)`,
  )
  await service.sql(`INSERT INTO "${name}" (${columns.map((one) => `"${one.name}"`)}) VALUES (${values})`)
}

/** A text that is a list in JSON as well. */
const VALUES: Readonly<Record<string, string>> = { TEXT: "'[]'", INTEGER: '1', REAL: '0.5', BLOB: "X'00'" }
