import { defineRoute } from 'lintel'
import * as z from 'zod'
import { sweepOrphans } from './sweep.ts'

export const sweep = defineRoute({
  method: 'POST',
  path: '/admin/media/sweep',
  access: ['admin'],
  summary: 'Delete stored objects that belong to no file of the library',
  input: {
    json: z.strictObject({
      dryRun: z.boolean().default(false).meta({ description: 'Only says what would go.' }),
      olderThan: z
        .number()
        .min(0)
        .max(8760)
        .default(24)
        .meta({ description: 'In hours. Less than an upload takes deletes what is just coming in.' }),
      cursor: z.string().max(2000).optional().meta({ description: 'What `cursor` was, to go on from there.' }),
    }),
  },
  responses: {
    200: z.strictObject({
      success: z.literal(true),
      data: z.strictObject({
        orphans: z.array(z.strictObject({ key: z.string(), size: z.int() })),
        checked: z.int(),
        cursor: z.string().nullable().meta({ description: 'Null at the end.' }),
      }),
    }),
  },
  handler: async (c, { json }) => c.json({ success: true, data: await sweepOrphans(c, json) }),
})
