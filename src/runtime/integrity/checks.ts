import type { IntegrityCheck } from '../../config/plugin-data.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { Manifest, ManifestCollection } from '../../manifest/index.ts'

/** Maximum number of rows that a finding names; further rows are only counted. */
const NAMED = 3

/**
 * Returns the checks of a program's database. They must hold even after failed writes: references have targets, derived
 * data matches its documents, and each document has its history. Each check reads whole tables.
 */
export function integrityChecks({ collections, plugins, tables }: Manifest): readonly IntegrityCheck[] {
  const has = (table: string) => tables.includes(table)
  return [
    FOREIGN_KEYS,
    ...collections.flatMap(checksOf),
    ...(has('content') ? contentChecks(collections) : []),
    ...plugins.flatMap(({ integrity }) => integrity),
  ]
}

/** Describes in a sentence the rows that a check found; `null` if there are none. */
export function integrityFinding(
  { problem }: IntegrityCheck,
  rows: readonly { readonly what: unknown }[],
): string | null {
  if (rows.length === 0) return null
  const named = rows.slice(0, NAMED).map(({ what }) => String(what))
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : ''
  return `${problem}: ${named.join(', ')}${more}.`
}

const FOREIGN_KEYS: IntegrityCheck = {
  problem: 'References to rows that do not exist',
  sql: `SELECT "table" || ' → ' || "parent" AS "what" FROM pragma_foreign_key_check`,
}

/** Columns that the triggers on a collection's table copy. */
const COPIED = ['status', 'created_at', 'updated_at', 'published_at', 'scheduled_at', 'created_by']

function checksOf(collection: ManifestCollection): IntegrityCheck[] {
  const { name, table } = collection
  const differs = COPIED.map((column) => `"own"."${column}" IS NOT "index"."${column}"`).join(' OR ')
  const ofCollection = `"index"."id" = "own"."id" AND "index"."collection_id" = '${name}'`
  return [
    {
      problem: `${name}: documents that are missing or outdated in the content index`,
      sql: sqlText`
        SELECT "own"."id" AS "what"
        FROM "${table}" AS "own" LEFT JOIN "content" AS "index" ON ${ofCollection}
        WHERE "index"."id" IS NULL OR ${differs}
      `,
    },
    {
      problem: `${name}: entries of the content index whose document does not exist`,
      sql: sqlText`
        SELECT "index"."id" AS "what"
        FROM "content" AS "index"
        WHERE "index"."collection_id" = '${name}'
        AND NOT EXISTS (SELECT 1 FROM "${table}" AS "own" WHERE "own"."id" = "index"."id")
      `,
    },
    ...(collection.versions === 0 ? [] : [versionCheck(collection)]),
    ...(collection.search.length === 0 ? [] : [searchCheck(collection)]),
  ]
}

function versionCheck({ name, table }: ManifestCollection): IntegrityCheck {
  return {
    problem: `${name}: documents whose current version is missing`,
    sql: sqlText`
      SELECT "own"."id" AS "what"
      FROM "${table}" AS "own"
      WHERE NOT EXISTS (SELECT 1
        FROM "content_versions" AS "kept"
        WHERE "kept"."document_id" = "own"."id"
        AND "kept"."version" = "own"."version")
    `,
  }
}

/** Returns the check of a full-text index, which contains row numbers instead of ids. */
function searchCheck({ name, table }: ManifestCollection): IntegrityCheck {
  const found = `SELECT rowid FROM "${table}_fts"`
  return {
    problem: `${name}: rows that are missing or superfluous in the full-text index`,
    sql: sqlText`
      SELECT rowid AS "what"
      FROM "${table}"
      WHERE rowid NOT IN (${found}) UNION ALL
      SELECT rowid
      FROM "${table}_fts"
      WHERE rowid NOT IN (SELECT rowid FROM "${table}")
    `,
  }
}

function contentChecks(collections: readonly ManifestCollection[]): IntegrityCheck[] {
  const names = collections.map(({ name }) => `'${name}'`).join(', ')
  const counted = sqlText`
    SELECT "collection_id", "status", count(*) AS "count"
    FROM "content" GROUP BY "collection_id", "status"
  `
  return [
    {
      problem: 'Wrong counts of documents',
      sql: sqlText`
        SELECT "collection_id" || ' ' || "status" AS "what"
        FROM (SELECT "collection_id", "status", "count" FROM "content_counts" WHERE "count" <> 0 EXCEPT ${counted})
        UNION SELECT "collection_id" || ' ' || "status"
        FROM (${counted} EXCEPT SELECT "collection_id", "status", "count" FROM "content_counts")
      `,
    },
    {
      problem: 'Versions of documents that no longer exist',
      sql: sqlText`
        SELECT DISTINCT "document_id" AS "what"
        FROM "content_versions"
        WHERE "collection_id" IN (${names}) AND "document_id" NOT IN (SELECT "id" FROM "content")
        AND "document_id" NOT IN (SELECT "document_id" FROM "content_trash")
      `,
    },
    {
      problem: 'Pending changes to documents that no longer exist',
      sql: sqlText`
        SELECT "document_id" AS "what"
        FROM "content_drafts"
        WHERE "collection_id" IN (${names}) AND "document_id" NOT IN (SELECT "id" FROM "content")
        AND "document_id" NOT IN (SELECT "document_id" FROM "content_trash")
      `,
    },
    {
      problem: 'Pending changes whose version is missing',
      sql: sqlText`
        SELECT "own"."document_id" AS "what"
        FROM "content_drafts" AS "own"
        WHERE NOT EXISTS (SELECT 1
          FROM "content_draft_versions" AS "kept"
          WHERE "kept"."document_id" = "own"."document_id"
          AND "kept"."revision" = "own"."revision")
      `,
    },
    {
      problem: 'Documents both in the trash and in their collection',
      sql: 'SELECT "document_id" AS "what" FROM "content_trash" WHERE "document_id" IN (SELECT "id" FROM "content")',
    },
  ]
}
