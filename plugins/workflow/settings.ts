import { message } from 'lintel/kit'
import * as z from 'zod'

export const settings = z.strictObject({
  collections: z
    .array(z.string())
    .default([])
    .describe(
      message(
        'Collections whose documents can be published only after a review. In all other collections a review is optional.',
      ),
    ),
  reviewers: z.array(z.string()).default(['admin', 'editor']).describe(message('Roles that approve and reject.')),
  ownApproval: z.boolean().default(false).describe(message('Lets reviewers approve their own requests.')),
  notify: z
    .boolean()
    .default(true)
    .describe(message('Notifies reviewers of requests, and authors of decisions, by email.')),
})
