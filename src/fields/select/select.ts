import * as z from 'zod'
import { type Text, text } from '../../ground/text.ts'
import { type BuiltInType, declareField, equated, type FieldOptions, type Requirement } from '../field-type.ts'

/** A choice: only its value, or its value with a label, its former value or its replacement. */
export type SelectChoice = string | DeclaredChoice

export interface DeclaredChoice {
  readonly value: string
  /** Label in the admin. Default: the value. */
  readonly label?: Text
  /** The choice's former value: the next migration writes the new value wherever the former one is stored. */
  readonly renamedFrom?: string
  /**
   * The choice that replaces this one, which is no longer accepted: the next migration writes the other value wherever
   * this one is stored.
   */
  readonly replacedBy?: string
}

export interface SelectOptions<Choice extends SelectChoice = SelectChoice> extends FieldOptions<ChoiceValue<Choice>> {
  /** The choices, in the order in which they are shown. */
  readonly options: readonly Choice[]
}

type ChoiceValue<Choice> = Choice extends { readonly replacedBy: string }
  ? never
  : Choice extends { readonly value: infer Value extends string }
    ? Value
    : Choice & string

/** Declares a field whose value is one of a fixed set. */
export function select<const Choice extends SelectChoice, const R extends boolean = false>(
  options: SelectOptions<Choice> & Requirement<R>,
) {
  return declareField<'select', ChoiceValue<Choice>, R>('select', options, select)
}

const declaredChoice = z.strictObject({
  value: z.string().min(1),
  label: text.optional(),
  renamedFrom: z.string().min(1).optional(),
  replacedBy: z.string().min(1).optional(),
})

export const selectType: BuiltInType<SelectOptions> = {
  kind: 'select',
  storage: 'text',
  choices: 'options',
  options: {
    options: z
      .array(z.union([z.string().min(1), declaredChoice]))
      .min(1)
      .meta({ input: 'choices' }),
    default: z.string(),
  },
  schema: ({ options }) => z.enum(acceptedValues(options) as [string, ...string[]]),
  operators: equated,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: ({ options }, sampler) => sampler.pick(acceptedValues(options)),
  searchText: (column) => column,
  example: () => "field.select({ options: ['first', 'second'] })",
  brackets: { example: 'kind:select(news,opinion)', read: (options) => ({ options }) },
  typescript: ({ options }) =>
    acceptedValues(options)
      .map((value) => JSON.stringify(value))
      .join(' | '),
}

/** Returns a choice as a pair of value and label. Without a label, the value is also the label. */
export function labelledChoice(choice: SelectChoice): readonly [value: string, label: string] {
  return typeof choice === 'string' ? [choice, choice] : [choice.value, String(choice.label ?? choice.value)]
}

export function choiceValue(choice: SelectChoice): string {
  return typeof choice === 'string' ? choice : choice.value
}

/** Returns the values of the choices that no other choice replaces. */
function acceptedValues(choices: readonly SelectChoice[]): string[] {
  return choices.filter((choice) => typeof choice === 'string' || choice.replacedBy === undefined).map(choiceValue)
}
