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
        editingSince: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'Time at which this person began to edit; `null` if this person is not editing.' }),
      }),
    ),
    isEditing: z.boolean().meta({ description: 'Whether the caller is the person who is editing.' }),
    isTakenOver: z.boolean().meta({ description: 'Whether somebody else has taken over editing from the caller.' }),
  })
  .meta({ id: 'Presence' })
