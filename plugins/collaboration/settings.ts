import { message } from 'lintel/kit'
import * as z from 'zod'

export const settings = z.strictObject({
  notify: z.boolean().default(true).describe(message('Sends an email to people whom a comment mentions.')),
})
