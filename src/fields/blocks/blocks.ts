import * as z from 'zod'
import {
  type BuiltInType,
  declareField,
  type FieldData,
  type FieldOptions,
  type Fields,
  type Json,
  type Requirement,
} from '../field-type.ts'
import { objectSchema, objectType, sampleObject } from '../group/group.ts'
import type { DocumentOf } from '../values.ts'

/** The kinds of block that a field allows, each with its fields. */
export type BlockKinds = { readonly [type: string]: Fields }

export interface BlocksOptions<Kinds extends BlockKinds = BlockKinds> extends FieldOptions<readonly Json[]> {
  /** The kinds of block by name. A block is `{ type, …its fields }`, so none of its fields may be called `type`. */
  readonly of: Kinds
  /** Former names of kinds, by the new name: `{ citation: 'quote' }`. The next migration keeps their blocks. */
  readonly kindsRenamedFrom?: { readonly [kind in keyof Kinds]?: string }
  /** Minimum number of blocks. Default 0, or 1 if the field is required. */
  readonly min?: number
  /** Maximum number of blocks. Default 200. */
  readonly max?: number
}

/** Declares a field of blocks: an ordered list of values of several kinds, for pages made of parts. */
export function blocks<const Kinds extends BlockKinds, const R extends boolean = false>(
  options: BlocksOptions<Kinds> & Requirement<R>,
) {
  return declareField<'blocks', { [Type in keyof Kinds]: { type: Type } & DocumentOf<Kinds[Type]> }[keyof Kinds][], R>(
    'blocks',
    options,
    blocks,
  )
}

/** The options of a blocks field in the manifest. */
export interface BlocksData {
  readonly of: { readonly [type: string]: readonly FieldData[] }
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
}

const DEFAULT_MAX = 200

export const blocksType: BuiltInType<BlocksData> = {
  kind: 'blocks',
  storage: 'json',
  contains: { option: 'of', form: 'blocks' },
  options: {
    of: z.record(z.string(), z.record(z.string(), z.unknown())),
    kindsRenamedFrom: z.record(z.string(), z.string().min(1)),
    min: z.int().min(0),
    max: z.int().min(1).meta({ unset: DEFAULT_MAX }),
    default: z.array(z.json()),
  },
  schema: ({ of, required, min = required ? 1 : 0, max = DEFAULT_MAX }, nested) => {
    const kinds = Object.entries(of).map(([type, fields]) =>
      objectSchema(fields, nested).extend({ type: z.literal(type) }),
    )
    return z
      .array(z.discriminatedUnion('type', kinds as [(typeof kinds)[number], ...typeof kinds]))
      .min(min)
      .max(max)
  },
  parts: ({ of }) => ({ kind: 'blocks', of }),
  operators: [],
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'page',
  sample: ({ of, required, min = required ? 1 : 0, max = DEFAULT_MAX }, sampler, nested) =>
    Array.from({ length: sampler.integer(min, Math.min(max, Math.max(min, 4))) }, () => {
      const [type, fields] = sampler.pick(Object.entries(of))
      return { type, ...(sampleObject(fields, nested) as Record<string, Json>) }
    }),
  searchText: (column) =>
    `(SELECT group_concat(value, ' ') FROM json_tree(${column}) WHERE type = 'text' AND key <> 'type')`,
  example: () => 'field.blocks({ of: { quote: { text: field.text() } } })',
  typescript: ({ of }, nested) =>
    `Array<${Object.entries(of)
      .map(([type, fields]) => `{ type: ${JSON.stringify(type)} } & ${objectType(fields, nested)}`)
      .join(' | ')}>`,
}
