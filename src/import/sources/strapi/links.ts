import { openScratchDatabase } from 'lintel/importing'

/** One side of a link: an entity or a component, and the attribute that contains the link. */
export interface LinkOwner {
  readonly type: string
  readonly id: string
  readonly field: string
}

/** Index of the rows and links of an export. It is on disk, so that memory use stays constant. */
export interface LinkIndex {
  addRow(row: { type: string; id: string; key: string; isPublished: boolean; updatedAt: string }): void
  addLink(owner: LinkOwner, position: number, target: { type: string; id: string }): void
  addFileName(name: string, key: string): void
  /** Returns the time of the last change to a document's published row; `null` if no row is published. */
  publishedRow(type: string, key: string): string | null
  /** Returns the types and keys of the targets of an attribute, in their order, without duplicates. */
  targetsOf(owner: LinkOwner): readonly { readonly type: string; readonly key: string }[]
  /** Lists the types that an attribute links to. */
  targetTypesOf(type: string, field: string): readonly string[]
  keyOfFile(name: string): string | null
  dispose(): void
}

const TABLES = `
  CREATE TABLE entities (type TEXT, id TEXT, key TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID;
  CREATE TABLE published (type TEXT, key TEXT, updated TEXT, PRIMARY KEY (type, key)) WITHOUT ROWID;
  CREATE TABLE links (type TEXT, id TEXT, field TEXT, position REAL, target_type TEXT, target_id TEXT);
  CREATE TABLE files (name TEXT PRIMARY KEY, key TEXT) WITHOUT ROWID;
`
const INDEXES = `
  CREATE INDEX links_by_owner ON links (type, id, field);
  CREATE INDEX links_by_field ON links (type, field, target_type);
`

export function createLinkIndex(): LinkIndex {
  const { db, dispose } = openScratchDatabase(TABLES + INDEXES)
  const addRow = db.prepare('INSERT OR REPLACE INTO entities VALUES (?, ?, ?)')
  const addPublished = db.prepare('INSERT OR REPLACE INTO published VALUES (?, ?, ?)')
  const addLink = db.prepare('INSERT INTO links VALUES (?, ?, ?, ?, ?, ?)')
  const addFile = db.prepare('INSERT OR IGNORE INTO files VALUES (?, ?)')
  const findFile = db.prepare('SELECT key FROM files WHERE name = ?')
  const published = db.prepare('SELECT updated FROM published WHERE type = ? AND key = ?')
  const targets = db.prepare(
    'SELECT target_type AS type, coalesce(key, target_id) AS key FROM links ' +
      'LEFT JOIN entities ON entities.type = target_type AND entities.id = target_id ' +
      'WHERE links.type = ? AND links.id = ? AND field = ? ORDER BY position, links.rowid',
  )
  const targetTypes = db.prepare(
    'SELECT DISTINCT target_type AS type FROM links WHERE type = ? AND field = ? ORDER BY 1',
  )
  return {
    addRow({ type, id, key, isPublished, updatedAt }) {
      addRow.run(type, id, key)
      if (isPublished) addPublished.run(type, key, updatedAt)
    },
    addLink: ({ type, id, field }, position, target) =>
      void addLink.run(type, id, field, position, target.type, target.id),
    addFileName: (name, key) => void addFile.run(name, key),
    publishedRow(type, key) {
      const row = published.get(type, key)
      return row === undefined ? null : String(row.updated)
    },
    targetsOf({ type, id, field }) {
      // The draft and the published row of a document are two targets with the same key.
      const found = new Map<string, { type: string; key: string }>()
      for (const row of targets.all(type, id, field)) {
        const target = { type: String(row.type), key: String(row.key) }
        found.set(`${target.type} ${target.key}`, target)
      }
      return [...found.values()]
    },
    targetTypesOf: (type, field) => targetTypes.all(type, field).map((row) => String(row.type)),
    keyOfFile(name) {
      const row = findFile.get(name)
      return row === undefined ? null : String(row.key)
    },
    dispose,
  }
}
