import * as z from 'zod'

export const settings = z.strictObject({
  collections: z
    .array(z.string())
    .default([])
    .describe('Collections whose documents are published only after a review. All others may be reviewed too.'),
  reviewers: z.array(z.string()).default(['admin', 'editor']).describe('Roles that approve and reject.'),
  ownApproval: z.boolean().default(false).describe('Whether somebody may approve what they asked a review for.'),
  notify: z.boolean().default(true).describe('Whether reviewers and those who asked are told by mail.'),
})
