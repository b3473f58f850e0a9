import * as z from 'zod'
import {
  type BuiltInType,
  declareField,
  type Field,
  type FieldData,
  type FieldOptions,
  type Requirement,
} from '../field-type.ts'
import type { ValueOf } from '../values.ts'

export interface ListOptions<Item extends Field = Field> extends FieldOptions<readonly ValueOf<Item>[]> {
  /** Type of the items: any field, or a group for rows of several values. */
  readonly of: Item
  /** Minimum number of items. Default 0, or 1 if the field is required. */
  readonly min?: number
  /** Maximum number of items. Default 1,000. */
  readonly max?: number
}

/** Declares an ordered list of values of one kind. */
export function list<const Item extends Field, const R extends boolean = false>(
  options: ListOptions<Item> & Requirement<R>,
) {
  return declareField<'list', ValueOf<Item>[], R>('list', options, list)
}

/** The options of a list in the manifest. */
export interface ListData {
  readonly of: FieldData
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
}

const DEFAULT_MAX = 1000

export const listType: BuiltInType<ListData> = {
  kind: 'list',
  storage: 'json',
  contains: { option: 'of', form: 'list' },
  options: {
    of: z.unknown(),
    min: z.int().min(0),
    max: z.int().min(1).meta({ unset: DEFAULT_MAX }),
    default: z.array(z.json()),
  },
  schema: ({ of, required, min = required ? 1 : 0, max = DEFAULT_MAX }, nested) =>
    z.array(nested(of)).min(min).max(max),
  parts: ({ of }) => ({ kind: 'list', of }),
  operators: [],
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  sample: ({ of, required, min = required ? 1 : 0, max = DEFAULT_MAX }, sampler, nested) =>
    Array.from({ length: sampler.integer(min, Math.min(max, Math.max(min, 4))) }, () => nested(of)),
  searchText: (column) => `(SELECT group_concat(value, ' ') FROM json_tree(${column}) WHERE type = 'text')`,
  example: () => 'field.list({ of: field.string() })',
  brackets: { example: 'links:list(string)', read: ([type = '']) => ({ of: { type } }) },
  typescript: ({ of }, nested) => `Array<${nested(of)}>`,
}
