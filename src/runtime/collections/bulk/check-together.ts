import type { ManifestField } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { batch } from '../../database/database.ts'
import { fitsParameter } from '../../database/in-parts.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { inUse } from '../trash/in-use.ts'
import { type Deletions, findDeletions } from '../write/deletions.ts'
import { danglingError, missingTargets } from '../write/refusals.ts'
import { recordValues } from '../write/row-statements.ts'
import { numberSlugs } from './number-slugs.ts'
import { type Item, type Refused, refuse, type Written, withinData } from './prepare.ts'
import { checkReferences } from './references.ts'
import { checkUnique } from './unique.ts'

/**
 * Checks the operations against each other and against other documents, in the state in which they all will be once
 * everything is written. Generated slugs that are taken get a number.
 * @returns the documents to be deleted, including those that the operations name
 */
export async function checkTogether(call: Call, items: readonly Item[], refused: Refused): Promise<Deletions> {
  const written = items.filter((item): item is Written => item.action !== 'delete')
  const deletions = await findWhatGoes(call, items, written, refused)
  for (const item of written) {
    leaveDoomed(call, item, deletions, refused)
    if (!fitsParameter(recordValues(call.plan, item.row, item.row))) refuse(refused, item.index, tooLarge())
  }
  const references = checkReferences(call, written, deletions, refused)
  const unique = checkUnique(call, written, deletions, refused)
  const statements = [...references.statements, ...unique.statements]
  if (statements.length === 0) return deletions
  const found = await batch(call.runtime.database, statements)
  references.take(found.slice(0, references.statements.length))
  await numberSlugs(call, unique.take(found.slice(references.statements.length)))
  return deletions
}

function tooLarge(): HttpError {
  return new HttpError('payload_too_large', t('The document is too large to be written with others: send it alone.'))
}

async function findWhatGoes(
  call: Call,
  items: readonly Item[],
  written: readonly Written[],
  refused: Refused,
): Promise<Deletions> {
  const places = new Map(items.flatMap((item) => (item.action === 'delete' ? [[item.before.id, item.index]] : [])))
  if (places.size === 0) return new Map()
  const rows = new Map(written.map(({ row }) => [row.id, row]))
  const { deletions, staying } = await findDeletions(
    call,
    [...places.keys()],
    ({ collection, field }, holder, target) => {
      const row = collection === call.plan.collection.name ? rows.get(holder) : undefined
      return row === undefined || row[field] === target
    },
  )
  for (const [id, index] of places) {
    const holding = staying.filter(({ root }) => root === id)
    if (holding.length > 0) refuse(refused, index, await inUse(call, holding))
  }
  return deletions
}

/**
 * Refuses an operation on a document that is deleted along with another one. From any other document, removes the
 * references to deleted documents that the operation leaves unchanged, as a deletion does in every remaining document,
 * and refuses the operation if a list becomes too short.
 */
function leaveDoomed(call: Call, item: Written, deletions: Deletions, refused: Refused): void {
  if (deletions.get(call.plan.collection.name)?.has(item.row.id)) {
    refuse(
      refused,
      item.index,
      new HttpError('in_use', t('This document is deleted along with a document that another operation deletes.')),
    )
    return
  }
  if (item.action === 'create') return
  for (const { field } of call.plan.fields) {
    const going = deletions.get(field.target ?? '')
    const value = item.row[field.name]
    if (going === undefined || typeof value !== 'string' || value !== item.before[field.name]) continue
    const left = withoutGoing(value, field.storage === 'join', going)
    if (left !== value && isTooShort(field, left)) {
      const errors = missingTargets(field, JSON.parse(value), (id) => !going.has(id))
      refuse(refused, item.index, withinData(danglingError(errors)))
    }
    item.row = { ...item.row, [field.name]: left }
  }
}

/** Tells whether the list of a field of references has fewer items than the field requires. */
function isTooShort({ options, required, storage }: ManifestField, value: DocumentRow[string]): boolean {
  const least = Math.max(options.min ?? 0, required ? 1 : 0)
  return storage === 'join' && (JSON.parse(String(value)) as string[]).length < least // the value of a join field
}

function withoutGoing(value: string, isList: boolean, going: ReadonlyMap<string, string>): DocumentRow[string] {
  if (!isList) return going.has(value) ? null : value
  const ids = JSON.parse(value) as string[] // the value of a join field
  return JSON.stringify(ids.filter((id) => !going.has(id)))
}
