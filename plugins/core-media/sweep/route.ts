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
      dryRun: z.boolean().default(false).meta({ description: 'Whether to report the objects without deleting them.' }),
      olderThan: z.number().min(0).max(8760).default(24).meta({
        description:
          'Minimum age of the objects in hours. If it is shorter than an upload takes, files that are being uploaded are deleted.',
      }),
      cursor: z
        .string()
        .max(2000)
        .optional()
        .meta({ description: '`cursor` of the previous response, to continue from there.' }),
    }),
  },
  returns: z.strictObject({ data: swept }),
  act: async (c, { json }) => ({ data: await sweepOrphans(c, json) }),
})
