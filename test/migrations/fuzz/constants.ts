import type { Json } from '../../../src/fields/field-type.ts'
import { contentsOf, type Kind } from './kinds.ts'
import type { FieldModel } from './project-model.ts'

/** Values for existing rows, by kind. */
const CONSTANTS: Partial<Record<Kind, Json>> = {
  string: "o'none",
  text: 'none',
  slug: 'none',
  number: 1.5,
  whole: 7,
  boolean: false,
  date: '2026-01-01',
  datetime: '2026-01-01T12:00:00Z',
  select: 'one',
  json: { a: [1, "it's"] },
  richText: 'Some words',
}

/** Those that are stored in another form than the one in which they are declared. */
const STORED: Partial<Record<Kind, Json>> = {
  datetime: '2026-01-01T12:00:00.000Z',
  richText: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Some words' }] }],
  },
}

/** Tells whether a field of the kind can be filled with a value that the config says. */
export function hasConstant(kind: Kind): boolean {
  return kind in CONSTANTS || contentsOf(kind) !== undefined
}

/** The constant that a field declares as its default or backfill; `undefined` for one that refers to documents. */
export function declaredConstant(field: FieldModel): Json | undefined {
  return constantOf(field, CONSTANTS)
}

/** The same as documents have it. */
export function storedConstant(field: FieldModel): Json | undefined {
  return constantOf(field, { ...CONSTANTS, ...STORED })
}

function constantOf(field: FieldModel, constants: Partial<Record<Kind, Json>>): Json | undefined {
  const objectOf = (fields: readonly FieldModel[]) =>
    Object.fromEntries(
      // A constant says nothing in other locales.
      declaredOnly(fields).flatMap((inner) => {
        const value = constantOf(inner, constants)
        return value === undefined ? [] : [[inner.name, value] as const]
      }),
    )
  const { fields, item, blocks, choices } = field
  if (choices) return choices.current[0]?.value
  if (fields) return objectOf(fields)
  if (blocks) return blocks.slice(0, 1).map((block) => ({ type: block.name, ...objectOf(block.fields) }))
  if (!item) return constants[field.kind]
  const value = constantOf(item, constants)
  return value === undefined ? [] : [value]
}

function declaredOnly(fields: readonly FieldModel[]): FieldModel[] {
  return fields.filter(({ name }) => !name.includes('@'))
}
