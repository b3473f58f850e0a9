import { checkScopes } from '../../access/enforce.ts'
import { HttpError } from '../../common/errors.ts'
import { query } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import type { FieldPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { type Call, requireAllowed, requireDecision } from '../request/call.ts'
import { checkPrecondition, visible } from '../request/load.ts'
import { requireWholeDocuments } from '../translations/own-locales.ts'
import { askBeforeDelete } from '../write/ask-before.ts'
import { newRow } from '../write/create.ts'
import { jsonIds } from '../write/deletions.ts'
import { editedRow, readEdit } from '../write/update.ts'
import type { Operation } from './operations.ts'

/** An operation that is valid by itself, with the row that it writes. `index` is its place in the request. */
export type Item =
  | { readonly action: 'create'; readonly index: number; row: DocumentRow; readonly made: readonly FieldPlan[] }
  | {
      readonly action: 'update'
      readonly index: number
      readonly before: DocumentRow
      row: DocumentRow
      readonly made: readonly FieldPlan[]
    }
  | { readonly action: 'delete'; readonly index: number; readonly before: DocumentRow }

/** A document that is written. */
export type Written = Exclude<Item, { action: 'delete' }>

/** Errors of refused operations, by their position in the request. */
export type Refused = Map<number, HttpError[]>

/**
 * Checks each operation as the single endpoint would, with one read for all documents.
 * @param refused receives the errors of refused operations; such operations are not among the items
 */
export async function prepare(
  call: Call,
  operations: readonly (Operation | HttpError)[],
  refused: Refused,
): Promise<Item[]> {
  const existing = await findExisting(call, operations)
  const items: Item[] = []
  for (const [index, operation] of operations.entries()) {
    try {
      if (operation instanceof HttpError) throw operation
      items.push(await prepareOne(call, operation, index, existing))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refuse(refused, index, error)
    }
  }
  return items
}

/** Prefixes the paths of validation errors with `data`, so that they are relative to the operation. */
async function inData<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof HttpError ? withinData(error) : error
  }
}

/** Returns an error with `data` before each path, so that the paths are relative to the operation. */
export function withinData(error: HttpError): HttpError {
  if (error.errors === undefined) return error
  const errors = error.errors.map((one) => ({ ...one, path: one.path === '' ? 'data' : `data.${one.path}` }))
  return new HttpError(error.code, error.detail, { errors, headers: error.headers })
}

export function refuse(refused: Refused, index: number, error: HttpError): void {
  refused.set(index, [...(refused.get(index) ?? []), error])
}

async function prepareOne(
  call: Call,
  operation: Operation,
  index: number,
  existing: ReadonlyMap<string, DocumentRow>,
): Promise<Item> {
  const { access, name } = call.plan.collection
  const rule = access[operation.action]
  checkScopes(call.c, { access: rule, method: 'POST', handler: operation.action, collection: name })
  if (operation.action === 'create') {
    const decision = requireDecision(call, rule)
    return { action: 'create', index, ...(await inData(() => newRow(call, operation.data, decision))) }
  }
  const { id, ifMatch } = operation
  const before = visible(call, id, existing.get(id))
  if (ifMatch !== undefined) checkPrecondition(call, before, ifMatch)
  if (operation.action === 'delete') {
    requireAllowed(call, rule, before)
    requireWholeDocuments(call)
    await askBeforeDelete(call, before)
    return { action: 'delete', index, before }
  }
  const edited = await inData(() => editedRow(call, before, (row) => readEdit(call, operation.data, row, 'update')))
  return { action: 'update', index, before, ...edited }
}

async function findExisting(call: Call, operations: readonly (Operation | HttpError)[]) {
  const ids = operations.flatMap((operation) =>
    operation instanceof HttpError || operation.action === 'create' ? [] : [operation.id],
  )
  if (ids.length === 0) return new Map<string, DocumentRow>()
  const { database, ledger } = call.runtime
  const { sql, values } = atPosition(ledger, call.plan.collection.statements.many.byIds, [jsonIds(ids)])
  const rows = await query(database, sql, values)
  return new Map(rows.map((row) => [String(row.id), row as DocumentRow])) // selected by the statements of documents
}
