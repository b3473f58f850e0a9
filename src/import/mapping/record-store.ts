import { createHash } from 'node:crypto'
import { isJsonObject, type Json, openScratchDatabase, visibleInLine } from 'lintel/importing'
import type { SourceAsset, SourceRecord } from '../sources/source.ts'
import { namesInText, namesOfAsset } from './asset-names.ts'

/** Record that becomes a document. */
export interface KeptRecord {
  readonly id: string
  readonly collection: string
  /** Slug of the document; `null` if it has none. */
  readonly slug: string | null
  /** Position of the record in the source, from 1. If several records have the same key, the first one is kept. */
  readonly number: number
}

/** Record whose key a later record repeats, compared with the later record. */
export interface Earlier {
  /** Position of the earlier record: `export.xml:120`. */
  readonly place: string
  /** Tells whether all values are the same. */
  readonly isEqual: boolean
}

/** Slug that is different after the import. */
export interface SlugChange {
  readonly kind: string
  readonly key: string
  readonly place: string
  readonly collection: string
  readonly id: string
  readonly from: string
  readonly to: string
}

/** Record that a line was written for, with its position. */
export interface LineOrigin {
  readonly kind: string
  readonly key: string
  readonly id: string
  readonly file: string
  readonly line: number | null
}

/** File that documents need, and its placeholder until it is uploaded. */
export interface WantedFile extends SourceAsset {
  readonly placeholder: string
  /** First record that needs the file: `posts.csv:3 posts “2”`. */
  readonly neededBy: string
}

/** File in the library, after the upload. */
export interface LibraryItem {
  readonly id: string
  readonly url: string
}

/** Store of the records and files that an import has read. It is on disk, so that memory use stays constant. */
export interface RecordStore {
  /** Folder for temporary files of the import. */
  readonly folder: string
  /**
   * Stores a record, unless an earlier record has the same key.
   * @returns the earlier record; `null` if there is none
   */
  readonly keep: (record: SourceRecord, kept: KeptRecord) => Earlier | null
  readonly find: (kind: string, key: string) => KeptRecord | null
  /** Makes a record findable by one of its values, for example its name. */
  readonly nickname: (kind: string, name: string, value: string, key: string) => void
  readonly keyOf: (kind: string, name: string, value: string) => string | null
  /** Returns a slug that no other record of the collection has: the given one, or the given one with a number. */
  readonly takeSlug: (collection: string, slug: string, max: number) => string
  readonly addSlugChange: (change: SlugChange) => void
  /** Returns the changed slugs of documents that are not left out, in their original order. */
  readonly slugChanges: () => readonly SlugChange[]
  readonly addAsset: (asset: SourceAsset) => void
  /** Returns the key of the file that has one of these names or addresses; `null` if there is none. */
  readonly findAsset: (...names: readonly string[]) => string | null
  /** Notes that a file is needed, and returns its placeholder; `null` if the key is unknown. */
  readonly want: (key: string, record: Pick<SourceRecord, 'kind' | 'key' | 'place'>) => string | null
  readonly wantedFiles: () => readonly WantedFile[]
  readonly wantedCount: () => number
  /** Sets the library's item for a placeholder; `null` if the file is not imported. */
  readonly settleFile: (placeholder: string, item: LibraryItem | null) => void
  /** Returns the item for a placeholder; `undefined` until it is set. */
  readonly itemOf: (placeholder: string) => LibraryItem | null | undefined
  /** Returns the original address of a file; `null` if it has none. */
  readonly addressOf: (placeholder: string) => string | null
  readonly addLine: (number: number, origin: LineOrigin) => void
  readonly lineOf: (number: number) => LineOrigin | null
  readonly leaveOut: (line: number) => void
  readonly isLeftOut: (id: string) => boolean
  readonly leftOutCount: () => number
  readonly dispose: () => void
}

const PREFIX = 'file-'

/** Tells whether an id is a placeholder for a file that is still to be uploaded. */
export function isPlaceholder(id: string): boolean {
  return id.startsWith(PREFIX)
}

/** Returns the placeholder for the file with this key. */
export function placeholderOf(key: string): string {
  return PREFIX + createHash('sha256').update(key).digest('hex').slice(0, 40)
}

const TABLES = `
  CREATE TABLE records (kind TEXT, key TEXT, id TEXT, collection TEXT, slug TEXT, number INTEGER, place TEXT, hash TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID;
  CREATE TABLE nicknames (kind TEXT, name TEXT, value TEXT, key TEXT, PRIMARY KEY (kind, name, value)) WITHOUT ROWID;
  CREATE TABLE slugs (collection TEXT, slug TEXT, PRIMARY KEY (collection, slug)) WITHOUT ROWID;
  CREATE TABLE slug_changes (kind TEXT, key TEXT, place TEXT, collection TEXT, id TEXT, "from" TEXT, "to" TEXT);
  CREATE TABLE assets (key TEXT PRIMARY KEY, path TEXT, url TEXT, filename TEXT, alt TEXT, title TEXT) WITHOUT ROWID;
  CREATE TABLE asset_names (name TEXT PRIMARY KEY, key TEXT) WITHOUT ROWID;
  CREATE TABLE wanted (key TEXT PRIMARY KEY, placeholder TEXT, neededBy TEXT) WITHOUT ROWID;
  CREATE TABLE items (placeholder TEXT PRIMARY KEY, id TEXT, url TEXT) WITHOUT ROWID;
  CREATE TABLE lines (number INTEGER PRIMARY KEY, kind TEXT, key TEXT, id TEXT, file TEXT, line INTEGER, left_out INTEGER DEFAULT 0);
  CREATE INDEX lines_by_id ON lines (id);
`

export function createRecordStore(): RecordStore {
  const { db, folder, dispose } = openScratchDatabase(TABLES)
  const addRecord = db.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const findPlace = db.prepare('SELECT place, hash FROM records WHERE kind = ? AND key = ?')
  const findRecord = db.prepare('SELECT id, collection, slug, number FROM records WHERE kind = ? AND key = ?')
  const addNickname = db.prepare('INSERT INTO nicknames VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const findNickname = db.prepare('SELECT key FROM nicknames WHERE kind = ? AND name = ? AND value = ?')
  const addSlug = db.prepare('INSERT INTO slugs VALUES (?, ?) ON CONFLICT DO NOTHING')
  const addSlugChange = db.prepare('INSERT INTO slug_changes VALUES (?, ?, ?, ?, ?, ?, ?)')
  const slugChanges = db.prepare(
    'SELECT * FROM slug_changes WHERE id NOT IN (SELECT id FROM lines WHERE left_out = 1) ORDER BY rowid',
  )
  const addAsset = db.prepare('INSERT INTO assets VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const addName = db.prepare(
    // A name that two files share identifies neither file.
    'INSERT INTO asset_names VALUES (?, ?) ON CONFLICT DO UPDATE SET key = CASE key WHEN excluded.key THEN key END',
  )
  const findName = db.prepare('SELECT key FROM asset_names WHERE name = ?')
  const hasAsset = db.prepare('SELECT 1 FROM assets WHERE key = ?')
  const addWanted = db.prepare('INSERT INTO wanted VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const selectWanted = db.prepare('SELECT * FROM wanted JOIN assets USING (key) ORDER BY key')
  const wantedCount = db.prepare('SELECT count(*) AS n FROM wanted')
  const setItem = db.prepare('INSERT OR REPLACE INTO items VALUES (?, ?, ?)')
  const findItem = db.prepare('SELECT id, url FROM items WHERE placeholder = ?')
  const findAddress = db.prepare('SELECT url FROM wanted JOIN assets USING (key) WHERE placeholder = ?')
  const addLine = db.prepare('INSERT INTO lines (number, kind, key, id, file, line) VALUES (?, ?, ?, ?, ?, ?)')
  const findLine = db.prepare('SELECT kind, key, id, file, line FROM lines WHERE number = ?')
  const leaveOut = db.prepare('UPDATE lines SET left_out = 1 WHERE number = ?')
  const countLeftOut = db.prepare('SELECT count(*) AS n FROM lines WHERE left_out = 1')
  const isLeftOut = db.prepare('SELECT 1 FROM lines WHERE id = ? AND left_out = 1')
  return {
    folder,
    keep({ kind, key, place, values }, { id, collection, slug, number }) {
      const hash = hashOf(values)
      const { changes } = addRecord.run(kind, key, id, collection, slug, number, placeText(place), hash)
      if (changes === 1) return null
      const earlier = findPlace.get(kind, key)
      return { place: String(earlier?.place), isEqual: earlier?.hash === hash }
    },
    find: (kind, key) => (findRecord.get(kind, key) as KeptRecord | undefined) ?? null, // the selected columns
    nickname: (kind, name, value, key) => void addNickname.run(kind, name, value.toLowerCase(), key),
    keyOf: (kind, name, value) => textOf(findNickname.get(kind, name, value.toLowerCase())?.key),
    takeSlug(collection, slug, max) {
      for (let number = 1; ; number += 1) {
        const ending = number === 1 ? '' : `-${number}`
        const candidate = slug.slice(0, max - ending.length).replace(/-+$/, '') + ending
        if (addSlug.run(collection, candidate).changes === 1) return candidate
      }
    },
    addSlugChange: ({ kind, key, place, collection, id, from, to }) =>
      void addSlugChange.run(kind, key, place, collection, id, from, to),
    slugChanges: () => slugChanges.all() as unknown as SlugChange[], // the columns of the table
    addAsset(asset) {
      const { key, path, url, filename, alt, title } = asset
      addAsset.run(key, path, url, filename, alt, title)
      for (const name of namesOfAsset(asset)) addName.run(name, key)
    },
    findAsset(...names) {
      for (const name of names.flatMap(namesInText)) {
        if (hasAsset.get(name)) return name
        const key = textOf(findName.get(name)?.key)
        if (key !== null) return key
      }
      return null
    },
    want(key, record) {
      if (!hasAsset.get(key)) return null
      const placeholder = placeholderOf(key)
      addWanted.run(key, placeholder, `${placeText(record.place)} ${record.kind} “${record.key}”`)
      return placeholder
    },
    wantedFiles: () => selectWanted.all() as unknown as WantedFile[], // the selected columns
    wantedCount: () => Number(wantedCount.get()?.n),
    settleFile: (placeholder, item) => void setItem.run(placeholder, item?.id ?? null, item?.url ?? null),
    itemOf(placeholder) {
      const found = findItem.get(placeholder)
      if (found === undefined) return undefined
      return found.id === null ? null : { id: String(found.id), url: String(found.url) }
    },
    addressOf: (placeholder) => textOf(findAddress.get(placeholder)?.url),
    addLine: (number, { kind, key, id, file, line }) => void addLine.run(number, kind, key, id, file, line),
    lineOf: (number) => (findLine.get(number) as LineOrigin | undefined) ?? null, // the selected columns
    leaveOut: (line) => void leaveOut.run(line),
    leftOutCount: () => Number(countLeftOut.get()?.n),
    isLeftOut: (id) => isLeftOut.get(id) !== undefined,
    dispose,
  }
}

/** Returns a hash of the values, which does not depend on the order of the names. */
function hashOf(values: Json): string {
  const ordered = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(ordered)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, ordered(value[name] ?? null)]),
    )
  }
  return createHash('sha256')
    .update(JSON.stringify(ordered(values)))
    .digest('hex')
}

/** Returns a position as people read it: `export.xml:120`. */
export function placeText({ file, line }: { readonly file: string; readonly line: number | null }): string {
  const name = visibleInLine(file)
  return line === null ? name : `${name}:${line}`
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
