import { literal, quote } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import { COPIES, copiesOf, nameOfTable } from '../schema/model/copies.ts'
import { columnName } from '../schema/model/names.ts'
import { convertJson } from '../schema/plan/rewrite-json.ts'
import { isKind, type OperationKind, type OperationOf } from '../schema/steps/operation.ts'
import type { Step } from '../schema/steps/step.ts'

/**
 * Values that a migration deletes from JSON: nested fields of rows, and fields of documents that are stored as copies.
 */
export interface LostValues {
  /** The step that declares the loss. */
  readonly step: Step
  readonly column: string
  /** Name of the values for people: `posts.legacy in versions`. */
  readonly subject: string
  /** SQL condition of a row that loses a value. */
  readonly condition: string
}

type Rewriting = OperationOf<'rewrite-values'>

/**
 * Returns the values that a rewrite of a table deletes. They do not follow from the SQL of the rewrite, but from the
 * operations on fields in the same migration.
 * @param steps all steps of the migration
 */
export function lostValuesIn({ collection, table, fields }: Rewriting, steps: readonly Step[]): readonly LostValues[] {
  const isCopy = COPIES.includes(table)
  return steps.flatMap((step): LostValues[] => {
    const lost = lossOf(step)
    if (!lost || lost.collection !== collection) return []
    const path = formerPath(lost, steps, isCopy)
    const [top = '', ...below] = path
    const isHere = isCopy || (below.length > 0 && fields.includes(top))
    if (!isHere) return []
    const column = isCopy ? 'data' : columnName(top)
    const json = isCopy ? `${quote(column)} -> ${literal(`$."${top}"`)}` : quote(column)
    const found = foundIn(`(${json})`, below, (value) => isLost(value, lost))
    const ofCollection = isCopy ? `${copiesOf(collection)} AND ` : ''
    const subject = `${collection}.${lost.field}${isCopy ? ` in ${nameOfTable(table)}` : ''}`
    return [{ step, column, subject, condition: `${ofCollection}${found}` }]
  })
}

type Loss = OperationOf<'drop-field'> | OperationOf<'change-field'> | OperationOf<'change-choices'>

function lossOf({ operation }: Step): Loss | null {
  if (operation?.kind === 'drop-field') return operation
  if (operation?.kind === 'change-choices' && Object.values(operation.renamed).includes(null)) return operation
  return operation?.kind === 'change-field' && operation.lossy !== null ? operation : null
}

/**
 * Returns the names along a path before the migration. The operation that drops a field gives its former name, inside
 * fields with their current names. In the table of the collection, columns have been renamed already.
 */
function formerPath({ kind, collection, field }: Loss, steps: readonly Step[], isCopy: boolean): string[] {
  const renames = operationsOf(steps, 'rename-field').filter((rename) => rename.collection === collection)
  const names = field.replaceAll('[]', '.[]').split('.')
  return names.map((name, index) => {
    const isLast = index === names.length - 1
    if ((isLast && kind === 'drop-field') || (index === 0 && !isCopy)) return name
    const path = names.slice(0, index + 1).join('.')
    const former = renames.find(({ to }) => to === path)?.from
    return former?.split('.').at(-1) ?? name
  })
}

function operationsOf<Kind extends OperationKind>(steps: readonly Step[], kind: Kind) {
  return steps.flatMap(({ operation }) => operation ?? []).filter(isKind(kind))
}

/**
 * Returns a SQL condition: whether a value at a path meets `isFound`.
 * @param json SQL of the value from which the path leads
 */
function foundIn(json: string, path: readonly string[], isFound: (value: string) => string): string {
  const sources: string[] = []
  let value = json
  for (const name of path) {
    const each = `w${sources.length}`
    const list = `CASE json_type(${value}) WHEN 'array' THEN ${value} ELSE json_array(json(${value})) END`
    sources.push(`json_each(${list}) AS ${each}`)
    const item = `(${each}.json -> ${each}.fullkey)`
    const part = `${item} -> ${literal(`$."${name}"`)}`
    // A block is named by its kind.
    const isBlock = `json_type(${item}) = 'object' AND ${item} ->> '$.type' = ${literal(name)}`
    value = name === '[]' ? item : `coalesce(${part}, CASE WHEN ${isBlock} THEN ${item} END)`
  }
  if (sources.length === 0) return isFound(json)
  return sqlText`
    EXISTS (SELECT 1
    FROM ${sources.join(', ')}
    WHERE ${isFound(`(${value})`)})
  `
}

/** Returns a SQL condition: whether a value exists and is lost. */
function isLost(value: string, loss: Loss): string {
  if (loss.kind === 'change-choices') {
    const emptied = Object.entries(loss.renamed).filter(([, to]) => to === null)
    return `${value} IN (${emptied.map(([from]) => literal(JSON.stringify(from))).join(', ')})`
  }
  const exists = `coalesce(${value}, 'null') NOT IN ('null', '[]')`
  if (loss.kind === 'drop-field' || loss.before === null) return exists
  const converted = `(SELECT ${convertJson('"v"', loss.before, loss.after)} FROM (SELECT ${value} AS "v"))`
  return `CASE WHEN ${exists} THEN ${converted} = 'null' ELSE 0 END`
}
