import * as z from 'zod'
import { documentAddress } from '../document.ts'
import { person } from '../people.ts'

/** People in a document, as routes return them. */
export const presenceObject = z
  .strictObject({
    ...documentAddress.shape,
    others: z.array(
      z.strictObject({
        person,
        editingSince: z.iso.datetime().nullable().meta({ description: 'null: somebody else is editing.' }),
      }),
    ),
    isEditing: z.boolean().meta({ description: 'The caller is the one who is editing.' }),
    isTakenOver: z.boolean().meta({ description: 'Somebody else has taken over from the caller.' }),
  })
  .meta({ id: 'Presence' })
