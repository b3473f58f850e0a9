import { LIMITS } from './limits.ts'
import { type ByKind, type FieldFacts, type Operation, visit } from './operation.ts'

/** Returns notes on an operation for a reviewer, one per line. */
export function notesOf(operation: Operation): readonly string[] {
  return visit(operation, NOTES).filter((note) => note !== '')
}

const none = () => []
const reason = ({ reason }: { readonly reason: string }) => [reason]

const NOTES: ByKind<string[]> = {
  'create-collection': none,
  'rename-collection': ({ from, to }) => [`clients find it at /api/${to}, no longer at /api/${from}`],
  'drop-collection': reason,
  'add-field': ({ field, demanded }) => (demanded ? [`clients must send ${field} from now on`] : []),
  'rename-field': ({ from, to }) => [`clients read and write ${to}, no longer ${from}`],
  'change-field': ({ field, before, after, lossy }) => [
    ...(before ? notesOnChange(field, before, after) : []),
    ...(lossy === null ? [] : ['values that cannot be read as the new type are lost', lossy]),
  ],
  'change-choices': ({ renamed, reason }) => [describeChoices(renamed), reason],
  'describe-field': none,
  'drop-field': reason,
  'limit-collection': ({ limit, reason }) => [...LIMITS[limit].notes, reason],
  'create-table': ({ owner }) => [`for ${owner}`],
  'drop-table': reason,
  'add-column': none,
  'drop-column': reason,
  'rebuild-table': ({ dropped, lossy }) => [
    'SQLite cannot change these columns in place: the rows wait in a copy, and rows that refer to them stay',
    ...Object.entries(dropped).map(([column, why]) => `drops ${column}: ${why}`),
    ...Object.entries(lossy).map(
      ([column, why]) => `values of ${column} that cannot be read as the new type are lost: ${why}`,
    ),
  ],
  'create-index': ({ unique }) => (unique ? ['fails, and changes nothing, while two rows share a value'] : []),
  'drop-index': ({ unique }) => [
    unique ? 'values may repeat from now on' : 'lists can no longer filter and sort by it',
  ],
  'free-names': none,
  'rewrite-values': none,
  'carry-names': none,
  'set-aside': none,
  derive: none,
  'defer-foreign-keys': none,
  'by-hand': none,
}

/** Describes what becomes of values: `news becomes article; rumor is emptied`. */
export function describeChoices(renamed: Readonly<Record<string, string | null>>): string {
  return Object.entries(renamed)
    .map(([from, to]) => (to === null ? `${from} is emptied` : `${from} becomes ${to}`))
    .join('; ')
}

function notesOnChange(field: string, before: FieldFacts, after: FieldFacts): string[] {
  const isList = (facts: FieldFacts) => facts.storage === 'join'
  return [
    ...(before.kind === after.kind ? [] : [`${before.kind} becomes ${after.kind}`]),
    ...(before.target === after.target ? [] : [`refers to ${after.target}, no longer to ${before.target}`]),
    ...(isList(after) && !isList(before) ? ['one becomes many: responses hold a list of ids'] : []),
    ...(isList(before) && !isList(after) ? ['many become one: the first of each list stays'] : []),
    ...(after.required && !before.required ? [`clients must send ${field} from now on`] : []),
    ...(!after.required && before.required ? [`${field} may be null in responses`] : []),
  ]
}
