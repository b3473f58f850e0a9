import { type ByKind, type FieldFacts, isSameField, type Operation, visit } from './operation.ts'

/**
 * Attention that a change needs in a review:
 * - `safe`: nothing that exists changes
 * - `caution`: it may fail on existing rows, or responses may change
 * - `opens`: somebody may see or do more than before
 * - `breaking`: clients of the API must change with it
 * - `destructive`: values are lost
 */
export type StepClass = 'safe' | 'caution' | 'opens' | 'breaking' | 'destructive'

/** Returns the class of an operation, independent of its SQL. */
export function classOf(operation: Operation): StepClass {
  return visit(operation, CLASSES)
}

const safe = (): StepClass => 'safe'
const destructive = (): StepClass => 'destructive'
const breaking = (): StepClass => 'breaking'

const CLASSES: ByKind<StepClass> = {
  'create-collection': safe,
  'rename-collection': breaking,
  'drop-collection': destructive,
  'add-field': ({ demanded }) => (demanded ? 'breaking' : 'safe'),
  'rename-field': breaking,
  'change-field': ({ before, after, lossy }) => {
    if (lossy !== null) return 'destructive'
    if (before !== null && isSameField(before, after)) return 'safe'
    return before === null || isBreaking(before, after) ? 'breaking' : 'caution'
  },
  'change-choices': ({ renamed }) => (Object.values(renamed).includes(null) ? 'destructive' : 'breaking'),
  'describe-field': safe,
  'drop-field': destructive,
  'limit-collection': destructive,
  'create-table': safe,
  'drop-table': destructive,
  'add-column': safe,
  'drop-column': destructive,
  'rebuild-table': ({ dropped, lossy }) =>
    Object.keys(dropped).length + Object.keys(lossy).length > 0 ? 'destructive' : 'caution',
  'create-index': ({ unique }) => (unique ? 'caution' : 'safe'),
  'drop-index': () => 'caution',
  'free-names': safe,
  'rewrite-values': safe,
  'carry-names': safe,
  'set-aside': safe,
  derive: safe,
  'defer-foreign-keys': safe,
  // A handwritten step is judged by its SQL; without any, the worst is assumed.
  'by-hand': destructive,
}

/** Tells whether clients must send or expect something else. */
function isBreaking(before: FieldFacts, after: FieldFacts): boolean {
  const isOther = before.kind !== after.kind || before.storage !== after.storage || before.target !== after.target
  return isOther || after.required
}
