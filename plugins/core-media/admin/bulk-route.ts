import { defineRoute } from 'lintel'
import { HttpError, message, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { asError, type Outcome, statusOf, tryApi, wantsPage } from './ask-api.ts'
import { readLibrary } from './library.ts'
import { libraryPath, libraryQuery } from './library-query.ts'

const pages = () => import('./pages/show.tsx')

/** As many as a page of the library shows at most. */
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
  back: z.string().default('').meta({ description: 'The address of the page that the form stands on.' }),
})
type Action = z.output<typeof action>

const DONE = { move: 'moved', tag: 'tagged', delete: 'deleted' } as const

/** Moves, tags or deletes the files that are ticked: the form of the library. */
export const bulkRoute = defineRoute({
  method: 'POST',
  path: '/admin/media/bulk',
  access: ['editor'],
  audit: false, // the API writes the line
  summary: 'Move, tag or delete files together',
  input: { form: bulkForm },
  responses: {
    200: z.strictObject({ success: z.literal(true), data: z.strictObject({ count: z.int() }) }),
    303: null,
  },
  problems: ['in_use'],
  handler: async (c, { form }) => {
    const { action: wanted, ids: chosen, folder, tag } = form
    if (chosen.length > MAX_FILES) throw refused('ids', t('At most {max} files at once.', { max: MAX_FILES }))
    const query = queryOf(form.back)
    if (chosen.length === 0) return c.redirect(libraryPath(query), 303)
    const outcome = await apply(c, wanted, chosen, { folder, tag })
    if (!outcome.ok) {
      if (!wantsPage(c)) throw asError(outcome.refusal)
      const [{ showLibrary }, library] = await Promise.all([pages(), readLibrary(c, query)])
      return showLibrary(c, library, { refusal: outcome.refusal }, statusOf(outcome.refusal))
    }
    if (!wantsPage(c)) return c.json({ success: true, data: { count: outcome.data } })
    return c.redirect(libraryPath({ ...query, did: DONE[wanted], count: outcome.data }), 303)
  },
})

function refused(path: string, message: string): HttpError {
  return new HttpError('validation_failed', message, { errors: [{ path, code: 'invalid', message }] })
}

interface Given {
  readonly folder: string
  readonly tag: string
}

/** @returns how many files it was done to */
async function apply(c: RequestContext, wanted: Action, chosen: string[], given: Given): Promise<Outcome<number>> {
  if (wanted === 'tag' && given.tag === '') {
    const message = t('A tag needs at least one character.')
    return { ok: false, refusal: { code: 'validation_failed', detail: message, errors: [] } }
  }
  const json = { ids: chosen, ...whatOf(wanted, given) }
  const outcome = await tryApi<{ data: { missing: string[] } }>(c, `/api/media/bulk-${wanted}`, {
    method: 'POST',
    json,
  })
  return outcome.ok ? { ok: true, data: chosen.length - outcome.data.data.missing.length } : outcome
}

function whatOf(wanted: Action, { folder, tag }: Given): object {
  return { move: { folder }, tag: { add: [tag] }, delete: {} }[wanted]
}

/** Where the form was: what it says is read as any other question, and nothing of another site comes of it. */
function queryOf(back: string): z.output<typeof libraryQuery> {
  const parameters = Object.fromEntries(new URLSearchParams(back.split('?', 2)[1]))
  const { did, count, ...query } = libraryQuery.catch(libraryQuery.parse({})).parse(parameters)
  return { ...query, did: undefined, count: undefined }
}
