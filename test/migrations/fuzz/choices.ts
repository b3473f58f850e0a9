import type { Json } from '../../../src/fields/field-type.ts'
import { type Draw, shuffled } from './draw.ts'
import { choicesOption, FIRST_CHOICES } from './kinds.ts'
import type { ChoiceModel, ChoicesModel, FieldModel } from './project-model.ts'
import { renamed } from './renamed.ts'

/** All values that a choice may have. */
export const CHOICES: readonly string[] = [...FIRST_CHOICES, 'four', "o'five", 'six']

export function newChoices(draw: Draw): ChoicesModel {
  const values = shuffled(FIRST_CHOICES, draw).slice(0, draw.integer(1, FIRST_CHOICES.length))
  return { current: values.map((value, index) => ({ id: index + 1, value })), replaced: [], dropped: [] }
}

/** The same later: some renamed, even in circles, some replaced, some given up unless a value is required, some new. */
export function evolvedChoices({ current, replaced }: ChoicesModel, isRequired: boolean, draw: Draw): ChoicesModel {
  const kept = current.filter((_, index) => index === 0 || !draw.once(4))
  const gone = current.filter((choice) => !kept.includes(choice)).map(({ value }) => value)
  const taken = current.map(({ value }) => value)
  const free = CHOICES.filter((value) => !taken.includes(value))
  const items = kept.map((choice) => ({ ...choice, name: choice.value }))
  const values = renamed(items, free, draw)
  const changed = kept.map((choice, index) => evolvedChoice(choice, values[index] ?? choice.value, draw))
  const left = [...free, ...kept.map(({ value }) => value)].filter((value) => !values.includes(value))
  const next = Math.max(0, ...current.map(({ id }) => id)) + 1
  const added = shuffled(left, draw)
    .slice(0, draw.integer(0, 1))
    .map((value): ChoiceModel => ({ id: next, value }))
  const accepted = shuffled([...changed, ...added], draw)
  const taking = gone
    .filter((value) => !values.includes(value) && (isRequired || !draw.once(3)))
    .map((value) => ({ value, by: draw.pick(accepted).id }))
  return {
    current: accepted,
    replaced: [...stillReplaced(replaced, accepted, draw), ...taking],
    dropped: gone.filter((value) => !taking.some((choice) => choice.value === value)),
  }
}

/** A rename that is done may stay in the config. */
function evolvedChoice({ id, value, renamedFrom, formerly }: ChoiceModel, now: string, draw: Draw): ChoiceModel {
  if (now !== value) return { id, value: now, renamedFrom: value }
  return draw.once(2) ? { id, value } : { id, value, formerly: renamedFrom ?? formerly }
}

/** Replaced choices may stay in the config, as long as nothing else has their value. */
function stillReplaced(replaced: ChoicesModel['replaced'], current: readonly ChoiceModel[], draw: Draw) {
  const isSound = ({ value, by }: (typeof replaced)[number]) =>
    current.some(({ id }) => id === by) && !current.some((choice) => choice.value === value)
  return replaced.filter((choice) => isSound(choice) && draw.once(2))
}

/** The same once it is done; renames are still declared. */
export function settledChoices({ current }: ChoicesModel): ChoicesModel {
  return {
    current: current.map(({ id, value, renamedFrom, formerly }) => ({ id, value, formerly: renamedFrom ?? formerly })),
    replaced: [],
    dropped: [],
  }
}

/** The option of a field with its choices, as its file declares them. */
export function declaredChoices({ kind, choices }: FieldModel): object {
  const option = choicesOption(kind)
  if (option === undefined || !choices) return {}
  const current = choices.current.map(({ value, renamedFrom, formerly }) => {
    const former = renamedFrom ?? formerly
    return former === undefined ? value : { value, renamedFrom: former }
  })
  const replaced = choices.replaced.map(({ value, by }) => ({
    value,
    replacedBy: choices.current.find(({ id }) => id === by)?.value,
  }))
  return { [option]: [...current, ...replaced] }
}

/** A value as it must be after a change of choices: another choice takes it over, or it is lost. */
export function expectedChoice(value: Json, before: ChoicesModel, after: ChoicesModel): Json {
  const old = before.current.find((choice) => choice.value === value)
  // A value that was no choice stays.
  if (!old) return value
  const successor = after.replaced.find((choice) => choice.value === old.value)?.by ?? old.id
  const now = after.current.find(({ id }) => id === old.id) ?? after.current.find(({ id }) => id === successor)
  return now?.value ?? null
}
