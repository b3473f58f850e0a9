import * as z from 'zod'
import { type Text, text } from '../../ground/text.ts'
import { type BuiltInType, declareField, equated, type FieldOptions, type Requirement } from '../field-type.ts'

/** A choice: its value, or its value with a label. */
export type SelectChoice = string | { readonly value: string; readonly label: Text }

export interface SelectOptions<Choice extends SelectChoice = SelectChoice> extends FieldOptions<ChoiceValue<Choice>> {
  /** The choices, in the order in which they are shown. */
  readonly options: readonly Choice[]
}

type ChoiceValue<Choice> = Choice extends { readonly value: infer Value extends string } ? Value : Choice & string

/** Declares a field whose value is one of a fixed set. */
export function select<const Choice extends SelectChoice, const R extends boolean = false>(
  options: SelectOptions<Choice> & Requirement<R>,
) {
  return declareField<'select', ChoiceValue<Choice>, R>('select', options, select)
}

export const selectType: BuiltInType<SelectOptions> = {
  kind: 'select',
  storage: 'text',
  options: {
    options: z
      .array(z.union([z.string().min(1), z.strictObject({ value: z.string().min(1), label: text })]))
      .min(1)
      .meta({ input: 'choices' }),
    default: z.string(),
  },
  schema: ({ options }) => z.enum(options.map(choiceValue) as [string, ...string[]]),
  operators: equated,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: ({ options }, sampler) => choiceValue(sampler.pick(options)),
  searchText: (column) => column,
  example: () => "field.select({ options: ['first', 'second'] })",
  brackets: { example: 'kind:select(news,opinion)', read: (options) => ({ options }) },
  typescript: ({ options }) => options.map((choice) => JSON.stringify(choiceValue(choice))).join(' | '),
}

/** Returns a choice as value and label. */
export function labelledChoice(choice: SelectChoice): readonly [value: string, label: string] {
  return typeof choice === 'string' ? [choice, choice] : [choice.value, String(choice.label)]
}

export function choiceValue(choice: SelectChoice): string {
  return typeof choice === 'string' ? choice : choice.value
}
