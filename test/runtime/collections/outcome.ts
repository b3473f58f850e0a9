import type { Service } from '../../harness/service.ts'

/** Tables whose rows say when or how often something happened, and not what is there. */
const LEFT_OUT = new Set(['content_generations', 'content_counts', 'idempotency_keys'])

/** The tables of a service's database with their columns; those of full-text search are left out. */
export async function tablesOf(service: Service): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await service.sql<{ name: string; column: string }>(
    `SELECT l.name, c.name AS "column" FROM pragma_table_list AS l JOIN pragma_table_info(l.name) AS c
     WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE '\\_%' ESCAPE '\\' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  )
  const tables = Map.groupBy(
    rows.filter(({ name }) => !LEFT_OUT.has(name)),
    ({ name }) => name,
  )
  return new Map([...tables].map(([name, columns]) => [name, columns.map(({ column }) => column)]))
}

/**
 * Every row, of whatever table, that has one of the ids in one of its columns, without what differs from one document to the
 * next: ids, the word that is in its texts, and times.
 */
export async function outcomeOf(
  service: Service,
  tables: ReadonlyMap<string, readonly string[]>,
  ids: string | readonly string[],
  word: string | RegExp,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const named = [...tables]
  const about = [ids].flat()
  const isAbout = (column: string) => `"${column}" IN (SELECT value FROM json_each(?1))`
  const found = await service.batch(
    named.map(([name, columns]) => ({
      sql: `SELECT * FROM "${name}" WHERE ${columns.map(isAbout).join(' OR ')}`,
      values: [JSON.stringify(about)],
    })),
  )
  const entries = named.map(([name], index) => {
    const texts = (found[index] as readonly Record<string, unknown>[]).map((row) => plain(row, about, word))
    return [name, texts.sort()] as const
  })
  return Object.fromEntries(entries.filter(([, rows]) => rows.length > 0))
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Keys of files. */
const KEY = /\b[0-9a-f]{32}\b/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1\d{12}\b/g

/** Time at which a language was last changed: it cannot tell two changes in one millisecond apart. */
const TRANSLATED = /,?\\*"translatedAt(?:@[\w-]+)?\\*":(?:\\*"[^"\\]*\\*"|\{[^}]*\}|null)/g

/** Columns that only number or name a row, or say what was asked with it. */
const NAMES = new Set(['seq', 'request_id', 'ip_address', 'rowid', 'file_id', 'content_hash'])

export function plain(row: Readonly<Record<string, unknown>>, ids: readonly string[], word: string | RegExp): string {
  const own = Object.entries(row).filter(
    ([name, value]) =>
      !NAMES.has(name) && !(name === 'id' && (row.document_id !== undefined || typeof value === 'number')),
  )
  const text = ids.reduce(
    (left, id, at) => left.replaceAll(id === '' ? '\0' : id, at === 0 ? 'ID' : `ID ${at}`),
    JSON.stringify(Object.fromEntries(own)),
  )
  return text
    .replaceAll(word, 'WORD')
    .replace(UUID, 'UUID')
    .replace(KEY, 'KEY')
    .replace(TIME, 'TIME')
    .replace(TRANSLATED, '')
}
