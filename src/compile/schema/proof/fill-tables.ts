import type { DatabaseSync } from 'node:sqlite'
import type { ManifestCollection } from '../../../manifest/index.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import type { FieldFacts } from '../steps/facts.ts'
import { isKind } from '../steps/operation.ts'
import { type Filling, USUAL } from './filling.ts'
import { type Link, losesTarget } from './lineage.ts'
import type { ProofSource } from './proof.ts'
import { sampleRows } from './sample-rows.ts'
import { genericOf } from './sample-values.ts'
import type { State } from './state.ts'

export interface FillSource extends ProofSource {
  readonly links: readonly Link[]
  readonly fillings: ReadonlyMap<string, Filling>
  /** Reasons why tables stay empty. */
  readonly refused: Map<string, string>
}

/**
 * Inserts sample rows into tables, into all at once if possible.
 * @param position number of migrations that have run
 * @returns the executed statements
 */
export function fillTables(
  database: DatabaseSync,
  state: State,
  position: number,
  isFilled: (table: string) => boolean,
  { collections, files, types, links, fillings, refused }: FillSource,
): string[] {
  const attempt = (fills: (table: string) => boolean): string[] | { readonly reason: string } => {
    const statements = sampleRows({
      ...state,
      isFilled: fills,
      fillingOf: (collection) => fillings.get(`${position} ${collection}`) ?? USUAL,
      staysEmpty: (collection, field) => losesTarget(collection, field, links.slice(position)),
      declaredAs: (collection, field, facts) =>
        declaredAs(collections, collection, field, facts, files.slice(position), types),
      types,
      seed: position,
    })
    const reason = refusalOf(database, statements)
    return reason === null ? statements : { reason }
  }
  const each = (names: readonly string[]) =>
    names.flatMap((name) => {
      const outcome = attempt((table) => table === name)
      if (!('reason' in outcome)) return outcome
      refused.set(name, `its sample rows are refused: ${outcome.reason}`)
      return []
    })
  for (const { name } of state.schema.tables)
    if (fillings.get(`${position} ${name}`)?.rows === 0)
      refused.set(name, 'a CHECK constraint rejects every sample row')
  const whole = attempt(isFilled)
  if (!('reason' in whole)) return whole
  // A plugin's table may have constraints that columns do not show. The other tables are filled nevertheless.
  const tables = state.schema.tables.map(({ name }) => name).filter(isFilled)
  const collectionTables = tables.filter((name) => state.facts.has(name))
  const documents = attempt((table) => collectionTables.includes(table))
  const others = tables.filter((name) => !state.facts.has(name))
  return ['reason' in documents ? each(collectionTables) : documents, each(others)].flat()
}

/** Returns the reason why rows cannot be inserted; `null` if they have been. */
function refusalOf(database: DatabaseSync, statements: readonly string[]): string | null {
  database.exec('BEGIN')
  try {
    for (const statement of ['PRAGMA defer_foreign_keys = ON', ...statements]) database.exec(statement)
    database.exec('COMMIT')
    return null
  } catch (error) {
    database.exec('ROLLBACK')
    return error instanceof Error ? error.message : String(error)
  }
}

function declaredAs(
  collections: readonly ManifestCollection[],
  name: string,
  field: string,
  facts: FieldFacts,
  later: readonly MigrationFile[],
  types: FillSource['types'],
) {
  const { kind, storage, target, inside } = facts
  // A field has the choices that it had at that time.
  const changes = later.flatMap(({ steps }) => steps.flatMap(({ operation }) => operation ?? []))
  const choicesAt = (path: string) => changes.filter(isKind('change-choices')).find(({ was }) => was === path)?.before
  // The facts contain the nested fields that the field had at that time.
  if (inside) return genericOf(field, facts, types, `${name}.${field}`, choicesAt)
  const declared = collections.find((candidate) => candidate.name === name)?.fields.find((item) => item.name === field)
  if (declared?.kind !== kind || declared.storage !== storage || declared.target !== target) return null
  const choices = choicesAt(`${name}.${field}`)
  const option = types[kind]?.choices
  return choices && option !== undefined
    ? { ...declared, options: { ...declared.options, [option]: choices } }
    : declared
}
