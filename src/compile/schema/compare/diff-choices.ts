import type { Collection, Field, FieldData } from '../../../config/index.ts'
import { atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import type { Types } from '../steps/facts.ts'
import type { Operation } from '../steps/operation.ts'
import { acknowledgement } from './acknowledge.ts'
import { matchFields } from './match-names.ts'
import { reasonToEmpty, type Spot } from './reasons.ts'
import { SAME, type ValueChange } from './value-change.ts'

/** A field, nested or not, as the config declares it and as data. */
export interface Part {
  readonly declared: Field
  readonly data: FieldData
}

export interface ChoicesContext {
  /** Name of the collection before the migration. */
  readonly from: string
  readonly spec: Collection
  readonly types: Types
  /** Choices before the migration, keyed by the former name of the collection and path of the field. */
  readonly choices: ReadonlyMap<string, readonly string[]>
  readonly isDone: (from: string, to: string) => boolean
  readonly at: string
  readonly operations: Operation[]
  readonly findings: Finding[]
}

/** A choice as the config declares it. */
interface Choice {
  readonly value: string
  readonly renamedFrom?: string
  readonly replacedBy?: string
}

/** Compares the choices of a field with those before, and returns how stored values change. */
export function diffChoices(spot: Spot, part: Part | undefined, context: ChoicesContext): ValueChange {
  const { path, was } = spot
  const { from, spec, types, choices, at, operations } = context
  const option = part ? types[part.data.kind]?.choices : undefined
  const former = `${from}.${was}`
  const before = choices.get(former)
  if (!part || option === undefined || !before) return SAME
  const declared = choicesIn((part.declared.options as Record<string, unknown>)[option])
  const current = declared.filter(({ replacedBy }) => replacedBy === undefined)
  const gone = before.filter((value) => !current.some((choice) => choice.value === value))
  const names = matchFields(
    current.map(({ value, renamedFrom }) => ({ name: value, renamedFrom })),
    new Set(before),
    gone.filter((value) => reasonToEmpty(value, spot, spec) !== undefined),
    (old, name) => context.isDone(`${was}=${old}`, `${was}=${name}`),
  )
  const moved = [...names].flatMap(([to, old]) => (old === null || old === to ? [] : [[old, to] as const]))
  const taken = new Set([...moved.map(([old]) => old), ...[...names.values()].filter((old) => old !== null)])
  const left = before
    .filter((value) => !taken.has(value))
    .map((value) => [value, successorOf(value, declared)] as const)
  const renamed = new Map<string, string | null>([...moved, ...left])
  if (renamed.size === 0) return SAME
  const lost = left.filter(([, successor]) => successor === null).map(([value]) => value)
  context.findings.push(...choicesLost(lost, spot, part, context))
  operations.push({
    kind: 'change-choices',
    collection: spec.name,
    field: path,
    was: former,
    before: [...before],
    after: current.map(({ value }) => value),
    renamed: Object.fromEntries(renamed),
    reason: lost.map((value) => reasonToEmpty(value, spot, spec) ?? '').join('; '),
    at,
  })
  return { form: 'names', renamed }
}

/** Returns the choices in an option, whose type has been checked. */
function choicesIn(option: unknown): Choice[] {
  const choices = Array.isArray(option) ? (option as (string | Choice)[]) : []
  return choices.map((choice) => (typeof choice === 'string' ? { value: choice } : choice))
}

function successorOf(value: string, declared: readonly Choice[]): string | null {
  return declared.find((choice) => choice.value === value)?.replacedBy ?? null
}

/** Returns findings for choices that are gone without a successor. */
function choicesLost(lost: readonly string[], spot: Spot, part: Part, { spec }: ChoicesContext): Finding[] {
  const { path } = spot
  const isRequired = part.data.options.required === true
  const unsaid = lost.filter((value) => isRequired || reasonToEmpty(value, spot, spec) === undefined)
  return unsaid.map((value) => {
    const named = `'${value}'`
    const others = `if it was renamed, write the new choice as { value: '…', renamedFrom: ${named} }; if another one replaces it, add the choice { value: ${named}, replacedBy: '…' }`
    const drop = `; to empty the field where it has this value, ${acknowledgement('the collection', spec, [`${path}=${value}`])}`
    return {
      code: 'drop-unacknowledged',
      message: `${spec.name}.${path} no longer has the choice ${named}: documents that have it could not be saved any more`,
      hint: isRequired ? others : `${others}${drop}`,
      at: atValue(part.declared),
    }
  })
}
