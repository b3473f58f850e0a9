import type * as z from 'zod'
import type { Json } from '../../../fields/field-type.ts'
import { insideOf, layersOf } from '../../../runtime/kit.ts'

/**
 * Kinds of input for a value. `flag`: a checkbox, where absence is `false` · `switch`: yes, no or nothing · `ticks`: a
 * checkbox for each choice · `lines`: a value on each line · `pairs`: a `key = value` on each line · `json`: any JSON ·
 * `group`: inputs of an object · `rows`: inputs of each object of a list · `variant`: a choice, and the inputs that
 * depend on it. A schema selects the others by name, `z.string().meta({ input: 'collection' })`: `collection`: a
 * collection · `choices`: a `value = label` on each line · `rule`: an access rule.
 */
export const INPUT_KINDS = [
  'flag',
  'switch',
  'text',
  'number',
  'choice',
  'ticks',
  'lines',
  'pairs',
  'json',
  'group',
  'rows',
  'variant',
  'collection',
  'choices',
  'rule',
] as const
export type InputKind = (typeof INPUT_KINDS)[number]

/** An input of a form, or several under one name, derived from a schema. */
export interface Input {
  /** Name of the property. */
  readonly name: string
  readonly kind: InputKind
  /** English label, which is translated; `null` to show the name. */
  readonly label: string | null
  readonly help: string | null
  /** True if the object is rejected without the property. */
  readonly isRequired: boolean
  /** Example of a value; for a choice, the value that applies if none is chosen. */
  readonly placeholder: string | null
  /** Description of the current value, for inputs that do not show it. */
  readonly now: string | null
  readonly choices: readonly Json[]
  /** Inputs of an object, or of each row; for `lines` and `pairs`, the single input of each line. */
  readonly inputs: readonly Input[]
  /** Additional inputs for each value of the discriminator, which is `inputs[0]`. */
  readonly variants: { readonly [value: string]: readonly Input[] }
}

/** Returns inputs for optional values, by name. */
export function inputsOf(schemas: { readonly [name: string]: z.ZodType }): readonly Input[] {
  return Object.entries(schemas).map(([name, schema]) => inputOf(name, schema))
}

/** Returns the input for an optional value. */
export function inputOf(name: string, schema: z.ZodType): Input {
  const meta: Described = Object.assign(
    {},
    ...layersOf(schema)
      .map((layer) => layer.meta())
      .toReversed(),
  )
  return {
    name,
    label: meta.title ?? null,
    help: meta.description ?? null,
    isRequired: false,
    placeholder: meta.examples?.[0] ?? null,
    now: meta.now ?? null,
    choices: [],
    inputs: [],
    variants: {},
    ...derive(schema),
    ...(meta.input && { kind: meta.input }),
  }
}

/** The part of a schema's `.meta()` that forms use. */
interface Described {
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly string[]
  readonly input?: InputKind
  readonly now?: string
}

type Derived = Pick<Input, 'kind'> & Partial<Input>
const json: Derived = { kind: 'json' }

function derive(schema: z.ZodType): Derived {
  const { schema: inner, isOptional } = insideOf(schema)
  return DERIVED[inner.def.type]?.(inner as never, isOptional, schema) ?? json
}

/** Derives an input from a schema, by zod's type. */
const DERIVED: { readonly [type: string]: (inner: never, isOptional: boolean, schema: z.ZodType) => Derived } = {
  string: () => ({ kind: 'text' }),
  number: () => ({ kind: 'number' }),
  boolean: (_inner, isOptional) => ({ kind: isOptional ? 'switch' : 'flag' }),
  enum: ({ options }: z.ZodEnum) => ({ kind: 'choice', choices: options }),
  literal: ({ values }: z.ZodLiteral<string | number | boolean | null>) => ({ kind: 'choice', choices: [...values] }),
  object: (inner: z.ZodObject) => ({ kind: 'group', inputs: membersOf(inner) }),
  array: ({ element }: z.ZodArray<z.ZodType>, _isOptional, schema) => {
    const item = inputOf('item', element)
    if (item.kind === 'group') return { kind: 'rows', inputs: item.inputs }
    if (item.kind === 'choice' && !isEmptySomething(schema)) return { kind: 'ticks', choices: item.choices }
    return SCALARS.includes(item.kind) ? { kind: 'lines', inputs: [item] } : json
  },
  record: ({ valueType }: z.ZodRecord<z.core.$ZodRecordKey, z.ZodType>) => {
    const item = inputOf('value', valueType)
    return SCALARS.includes(item.kind) ? { kind: 'pairs', inputs: [item] } : json
  },
  union: ({ def, options }: z.ZodDiscriminatedUnion<z.ZodObject[]>) => {
    if ('discriminator' in def) return variantOf(def.discriminator, options)
    // Values that a form cannot express, such as a RegExp, are only edited in the file.
    const typable = options
      .filter((option) => option.def.type !== ('custom' as string))
      .map((option) => inputOf('', option))
    if (typable.length === 1 && typable[0]) return typable[0]
    const isChoice = typable.every(({ kind }) => kind === 'choice')
    return isChoice ? { kind: 'choice', choices: typable.flatMap(({ choices }) => choices) } : json
  },
}

/** Returns inputs for an optional object, whose members may be required. */
function membersOf({ shape }: z.ZodObject): readonly Input[] {
  // The members of a zod 4 object are zod 4 schemas, too.
  const schemas = shape as { readonly [name: string]: z.ZodType }
  return inputsOf(schemas).map((input) => {
    const schema = schemas[input.name]
    return { ...input, isRequired: input.kind !== 'flag' && schema !== undefined && !insideOf(schema).isOptional }
  })
}

/** Kinds of input whose value fits on a line. */
const SCALARS: readonly InputKind[] = ['text', 'number', 'choice']

/** Tells whether an empty list means something other than no value, which checkboxes cannot express. */
function isEmptySomething(schema: z.ZodType): boolean {
  const [empty, absent] = [schema.safeParse([]), schema.safeParse(undefined)]
  return empty.success && absent.success && absent.data !== undefined && String(absent.data) !== ''
}

function variantOf(by: string, options: readonly z.ZodObject[]): Derived {
  const all = options.map(membersOf)
  const discriminators = all.flatMap((inputs) => inputs.filter(({ name }) => name === by))
  const [first] = discriminators
  if (first === undefined) return json
  const variants = all.flatMap((inputs) =>
    inputs.flatMap(({ name, choices }) =>
      name === by
        ? choices.map((choice) => [String(choice), inputs.filter((input) => input.name !== by)] as const)
        : [],
    ),
  )
  const choices = discriminators.flatMap((input) => input.choices)
  return { kind: 'variant', inputs: [{ ...first, choices }], variants: Object.fromEntries(variants) }
}
