import { isWrittenByHand, type MigrationFile } from '../schema/files/migration-file.ts'
import { type ByKind, type Operation, visit } from '../schema/steps/operation.ts'
import type { Step } from '../schema/steps/step.ts'
import { SUBJECTS } from '../schema/steps/subject.ts'
import { titleOf } from '../schema/steps/title.ts'
import type { Base } from './find-base.ts'

/** A change that both branches make, described by its step, with the migrations that make it. */
export interface SharedStep {
  readonly title: string
  readonly base: string
  readonly own: string
}

/** Finds the declared steps of a branch that the base also has, in migrations with the same or higher numbers. */
export function stepsOfBoth(base: Base, branch: readonly MigrationFile[]): SharedStep[] {
  const fork = Math.min(...branch.map((file) => file.number))
  const baseFiles = base.files.filter((file) => file.number >= fork)
  return branch
    .filter((file) => !isWrittenByHand(file))
    .flatMap((file) =>
      file.steps.flatMap(({ operation }) => {
        if (!operation || !visit(operation, IS_DECLARED)) return []
        const isSame = (step: Step) =>
          step.operation !== null && keyOfOperation(step.operation) === keyOfOperation(operation)
        const other = baseFiles.find(({ steps }) => steps.some(isSame))
        return other ? [{ title: titleOf(operation), base: other.name, own: file.name }] : []
      }),
    )
}

/** Returns a key for the kind and subject of an operation. Operations with the same key may have different SQL. */
export function keyOfOperation(operation: Operation): string {
  return JSON.stringify([operation.kind, visit(operation, SUBJECTS)])
}

const declared = () => true
const derived = () => false

/** Tells for each kind of operation whether such operations are declared, or follow from others. */
const IS_DECLARED: ByKind<boolean> = {
  'create-collection': declared,
  'rename-collection': declared,
  'drop-collection': declared,
  'add-field': declared,
  'rename-field': declared,
  'change-field': declared,
  'change-choices': declared,
  'describe-field': derived,
  'drop-field': declared,
  'limit-collection': declared,
  'create-table': derived,
  'drop-table': derived,
  'add-column': derived,
  'drop-column': derived,
  'rebuild-table': derived,
  'create-index': derived,
  'drop-index': derived,
  'free-names': derived,
  'rewrite-values': derived,
  'carry-names': derived,
  'set-aside': derived,
  derive: derived,
  'defer-foreign-keys': derived,
  'by-hand': derived,
}
