import { defineRoute } from 'lintel'
import * as z from 'zod'
import { sweepOrphans, swept } from './sweep.ts'

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
  returns: z.strictObject({ data: swept }),
  act: async (c, { json }) => ({ data: await sweepOrphans(c, json) }),
})
