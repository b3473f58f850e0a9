import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { t } from '../../../../messages/translate.ts'
import { HttpError } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { READING } from '../objects.ts'
import { pictureOf } from './pictures.ts'

const picture = z.strictObject({
  id: z.string(),
  label: z.string(),
  type: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbnail: z.string().nullable(),
  alt: z.string().nullable(),
  focalPoint: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  mayDescribe: z.boolean(),
})

/** Shows a file that was just chosen, as part of the form. */
export const pictureRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/picture',
  access: EDITORIAL,
  summary: 'A file of the media library, as the form of a document shows it',
  input: {
    query: z.strictObject({
      id: z.string().max(100),
      name: z.string().max(500).default('').meta({ description: 'The name of the input that holds the id.' }),
    }),
  },
  returns: z.strictObject({ data: picture }),
  problems: READING,
  load: async (c, { query: { id } }) => {
    const found = await pictureOf(c, id)
    if (found === null) throw new HttpError('not_found', t('There is no such item.'))
    return { data: found }
  },
  fragment: () => import('./picture-fragment.tsx'),
})
