import type { Collection, Config } from '../../../config/index.ts'
import { literal, quote } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { documentJson, type StoredField } from '../../../manifest/document-json.ts'
import type { Schema } from '../../../manifest/index.ts'
import { TRASH_COLUMNS } from '../../../manifest/trash-statements.ts'
import { atKey, atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import { acknowledgement } from '../compare/acknowledge.ts'
import type { CollectionChanges, KeptCollection } from '../compare/diff-collections.ts'
import { PENDING, PENDING_VERSIONS, REFERENCES, TRASH, VERSIONS } from '../model/copies.ts'
import { indexName } from '../model/names.ts'
import { columnOf, joinOf } from '../steps/facts.ts'
import type { KnownLimits } from '../steps/facts-in-lock.ts'
import type { Limit, OperationOf } from '../steps/operation.ts'
import { makeStep, type Step } from '../steps/step.ts'
import { refuseRows } from './guard.ts'

export interface LimitPlan {
  readonly steps: readonly Step[]
  readonly findings: readonly Finding[]
}

interface Limited {
  readonly kept: KeptCollection
  readonly spec: Collection
  readonly changes: CollectionChanges
}

/**
 * Plans what becomes of documents that the options of their collections make unreachable. The steps run before all
 * others, while the triggers and the former names exist.
 * @param known limits before the migration, keyed by the former names of collections; an unknown collection loses
 * nothing
 */
export function planLimits(
  changes: CollectionChanges,
  base: Schema,
  config: Config,
  known: ReadonlyMap<string, KnownLimits>,
): LimitPlan {
  const plans = changes.kept.flatMap((kept) => {
    const spec = config.collections.find(({ name }) => name === kept.collection.name)
    if (!spec) return []
    const limited = { kept, spec, changes }
    const before = known.get(kept.from)
    return [
      ...((before?.hasDrafts ?? hasDraftIndex(kept, base)) && !kept.collection.drafts ? [endDrafts(limited)] : []),
      ...(before?.hasTrash && kept.collection.trash === null ? [endTrash(limited)] : []),
      ...(before && before.versions > kept.collection.versions ? [keepFewerVersions(limited, before.versions)] : []),
    ]
  })
  return {
    steps: plans.flatMap((plan) => ('step' in plan ? [plan.step] : [])),
    findings: plans.flatMap((plan) => ('finding' in plan ? [plan.finding] : [])),
  }
}

/** A step, or a finding about what the config must declare first. */
type Planned = { readonly step: Step } | { readonly finding: Finding }

/** Tells whether a collection had drafts, as far as its indexes show: a singleton has none. */
function hasDraftIndex({ from }: KeptCollection, { tables }: Schema): boolean {
  const table = tables.find(({ name }) => name === from)
  return table?.indexes.some(({ name }) => name === indexName(from, ['draft'])) ?? false
}

function endDrafts(limited: Limited): Planned {
  const { kept, spec } = limited
  const { drafts } = spec
  if (typeof drafts !== 'object') return { finding: draftsLost(spec) }
  const pending = `DELETE FROM ${quote(PENDING)} WHERE "collection_id" = ${literal(kept.from)}`
  const statements = drafts.off === 'publish' ? [publishDrafts(kept.from)] : trashDrafts(limited)
  return stepOf(limited, drafts.off === 'publish' ? 'publish-drafts' : 'trash-drafts', '', [pending, ...statements])
}

function draftsLost(spec: Collection): Finding {
  const change = spec.drafts === undefined ? 'add to the collection' : 'change in the collection'
  const toTrash = spec.trash === false ? '' : `; to move them to the trash, ${change}: drafts: { off: 'trash' }`
  return {
    code: 'loss-unacknowledged',
    message: `${spec.name} no longer has drafts: drafts and scheduled documents could not be reached, and pending changes would be lost`,
    hint: `to publish drafts and scheduled documents, ${change}: drafts: { off: 'publish' }${toTrash}`,
    at: spec.drafts === undefined ? atValue(spec) : atKey(spec, 'drafts'),
  }
}

const IS_DRAFT = `"status" IN ('draft', 'scheduled')`

function publishDrafts(table: string): string {
  return sqlText`
    UPDATE ${quote(table)} SET "status" = 'published', "published_at" = coalesce("published_at", "updated_at"),
    "scheduled_at" = NULL
    WHERE ${IS_DRAFT}
  `
}

/** The start of the day, in UTC, so that two runs of a migration give the same rows. */
const TODAY = `unixepoch('now', 'start of day') * 1000`
const DAY = 86_400_000

function trashDrafts({ kept, changes }: Limited): string[] {
  const { from, collection } = kept
  const days = (collection.trash?.days ?? 0) + 1
  const table = quote(from)
  const fields = storedFields(kept)
  const drafts = `SELECT "id" FROM ${table} WHERE ${IS_DRAFT}`
  const values = [
    '"id"',
    literal(from),
    `(SELECT "title" FROM "content" WHERE "content"."id" = ${table}."id")`,
    documentJson({ table: from, fields }),
    TODAY,
    'NULL',
    `${TODAY} + ${days * DAY}`,
    '"id"',
  ]
  return [
    ...changes.kept.flatMap((other) => refuseReferences(other, from, drafts)),
    `DELETE FROM ${quote(TRASH)} WHERE "document_id" IN (${drafts})`,
    `INSERT INTO ${quote(TRASH)} (${TRASH_COLUMNS}) SELECT ${values.join(', ')} FROM ${table} WHERE ${IS_DRAFT}`,
    ...fields.flatMap(({ join }) =>
      join === null ? [] : [`DELETE FROM ${quote(join)} WHERE "owner_id" IN (${drafts})`],
    ),
    `DELETE FROM ${table} WHERE ${IS_DRAFT}`,
  ]
}

/** Returns the fields of a collection as they were stored before the migration. */
function storedFields({ from, fields, dropped }: KeptCollection): StoredField[] {
  const facts = [
    ...fields.map((field) => [field.from, field.before] as const),
    ...dropped.map((field) => [field.name, field.facts] as const),
  ]
  return facts.map(([name, fact]) => ({
    name,
    storage: fact.storage,
    column: columnOf(name, fact),
    join: joinOf(from, name, fact),
  }))
}

/** Returns statements that fail while documents that stay refer to drafts that are moved to the trash. */
function refuseReferences({ from, fields, dropped }: KeptCollection, target: string, drafts: string): string[] {
  const references = [
    ...fields.map((field) => [field.from, field.before] as const),
    ...dropped.map((field) => [field.name, field.facts] as const),
  ].filter(([, facts]) => facts.target === target)
  return references.flatMap(([name, facts]) => {
    const join = joinOf(from, name, facts)
    const [holders, holder, column] =
      join === null ? [from, 'id', columnOf(name, facts) ?? ''] : [join, 'owner_id', 'target_id']
    const stays = from === target ? ` AND ${quote(holder)} NOT IN (${drafts})` : ''
    return refuseRows(
      `${from}.${name} refers to drafts that move to the trash`,
      holders,
      `${quote(column)} IN (${drafts})${stays}`,
    )
  })
}

function endTrash(limited: Limited): Planned {
  const { spec, kept } = limited
  const reason = spec.lossy?.trash
  if (reason === undefined) {
    return {
      finding: {
        code: 'loss-unacknowledged',
        message: `${spec.name} no longer has a trash: the documents in it would be lost`,
        hint: `to delete them, ${acknowledgement('the collection', spec, ['trash'], 'lossy')}; \`cms migrate plan\` counts the documents`,
        at: atKey(spec, 'trash'),
      },
    }
  }
  const trashed = `SELECT "document_id" FROM ${quote(TRASH)} WHERE "collection_id" = ${literal(kept.from)}`
  return stepOf(limited, 'empty-trash', reason, [
    ...[VERSIONS, PENDING, PENDING_VERSIONS].map(
      (table) => `DELETE FROM ${quote(table)} WHERE "document_id" IN (${trashed})`,
    ),
    `DELETE FROM ${quote(REFERENCES)} WHERE "target_id" IN (${trashed})`,
    `DELETE FROM ${quote(TRASH)} WHERE "collection_id" = ${literal(kept.from)}`,
  ])
}

function keepFewerVersions(limited: Limited, versions: number): Planned {
  const { spec, kept } = limited
  const most = kept.collection.versions
  const reason = spec.lossy?.versions
  if (reason === undefined) {
    return {
      finding: {
        code: 'loss-unacknowledged',
        message: `documents of ${spec.name} keep ${most} versions: older versions would be lost`,
        hint: `to delete them, ${acknowledgement('the collection', spec, ['versions'], 'lossy')}; \`cms migrate plan\` counts the versions`,
        at: spec.versions === undefined ? atValue(spec) : atKey(spec, 'versions'),
      },
    }
  }
  const newest = sqlText`
    (SELECT max("newest"."version")
    FROM ${quote(VERSIONS)} AS "newest"
    WHERE "newest"."document_id" = ${quote(VERSIONS)}."document_id")
  `
  return stepOf(
    limited,
    'delete-versions',
    reason,
    [
      sqlText`
        DELETE FROM ${quote(VERSIONS)}
        WHERE "collection_id" = ${literal(kept.from)} AND "name" IS NULL AND "version" <= ${newest} - ${most}
      `,
    ],
    { before: versions, after: most },
  )
}

function stepOf(
  { kept }: Limited,
  limit: Limit,
  reason: string,
  statements: readonly string[],
  versions?: OperationOf<'limit-collection'>['versions'],
): { readonly step: Step } {
  const { name, source } = kept.collection
  const operation = { kind: 'limit-collection', collection: name, limit, ...(versions && { versions }) } as const
  return { step: makeStep({ ...operation, reason, at: source }, statements) }
}
