import { defineRoute } from 'lintel'
import { HttpError, message, type RequestContext, t, validate } from 'lintel/kit'
import * as z from 'zod'
import { moveItems } from '../library/move-items.ts'
import { removeItems } from '../library/remove.ts'
import { tag, tagItems } from '../library/tag-items.ts'
import { libraryPath, queryOf } from './library-query.ts'

/** Maximum number of files in one action: as many as a page of the library shows. */
const MAX_FILES = 100
const id = z.string().min(1).max(64)
const action = z.enum(['move', 'tag', 'delete'], { error: message('The action is move, tag or delete.') })
const bulkForm = z.object({
  action,
  ids: z
    .union([id.transform((one) => [one]), z.array(id)])
    .default([])
    .meta({ description: 'At most 100.' }),
  folder: z.string().default(''),
  tag: z.string().trim().default(''),
  back: z.string().default('').meta({ description: 'The address of the page that contains the form.' }),
})

type Act = (c: RequestContext, ids: readonly string[], form: z.output<typeof bulkForm>) => Promise<string[]>

/**
 * Bulk actions. `act` changes the given files and returns the ids of those that exist; `did` selects the message that
 * follows.
 */
const ACTIONS = {
  move: { did: 'moved', act: (c, ids, { folder }) => moveItems(c, ids, folder) },
  tag: { did: 'tagged', act: (c, ids, form) => tagItems(c, ids, { add: [readTag(form.tag)], remove: [] }) },
  delete: { did: 'deleted', act: (c, ids) => removeItems(c, ids, false) },
} as const satisfies Record<z.output<typeof action>, { did: string; act: Act }>

/** Moves, tags or deletes the selected files: the form of the library. */
export const bulkRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/bulk',
  access: ['editor'],
  audit: false, // each action writes its own audit entry
  summary: 'Move, tag or delete files together',
  input: { form: bulkForm },
  returns: z.strictObject({ data: z.strictObject({ count: z.int() }) }),
  problems: ['in_use', 'conflict'],
  act: async (c, { form }) => {
    if (form.ids.length > MAX_FILES) throw refused('ids', t('At most {max} files at once.', { max: MAX_FILES }))
    const ids = [...new Set(form.ids)]
    const done = ids.length === 0 ? [] : await ACTIONS[form.action].act(c, ids, form)
    return { data: { count: done.length } }
  },
  to: ({ data: { count } }, { form }) => {
    const query = queryOf(form.back)
    return libraryPath(form.ids.length === 0 ? query : { ...query, did: ACTIONS[form.action].did, count })
  },
  again: () => import('./pages/library-again.tsx'),
})

function readTag(typed: string): string {
  if (typed === '') throw refused('tag', t('A tag must have at least one character.'))
  return validate(z.strictObject({ tag }), { tag: typed }).tag
}

function refused(path: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path, code: 'invalid', message }] })
}
