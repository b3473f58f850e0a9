import { defineRoute } from 'lintel'
import {
  answerForm,
  countRequest,
  environmentOf,
  HttpError,
  isPageRequest,
  message,
  type RequestContext,
  t,
} from 'lintel/kit'
import * as z from 'zod'
import { isAddress } from './address.ts'
import { inScheme, messageResponse } from './message-response.ts'
import { findMessage, listMessages, view } from './messages.ts'
import { enqueue } from './queue.ts'
import { isDevelopment } from './settings.ts'
import { render } from './templates/render.ts'
import { renderSample } from './templates/samples.ts'
import { TEMPLATES, type TemplateName } from './templates/templates.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./pages/show.tsx')

/** Test messages that a service sends in an hour: enough to set a provider up, too few to bother anyone. */
const TEST_LIMIT = { key: 'email:test', max: 30, window: 3600 }
/** Messages that the outbox shows. */
const OUTBOX_LIMIT = 100

const address = z.string().trim().max(320).refine(isAddress, message('An email address is required.'))
const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ success: z.literal(true), data })

/** A field of a form that was left empty says nothing. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const loggedMessage = z
  .strictObject({
    id: z.string(),
    template: z.string(),
    to: z.string(),
    subject: z.string(),
    status: z.enum(['queued', 'sent', 'failed']),
    attempts: z.int(),
    nextAttemptAt: z.iso.datetime({ precision: 3 }).nullable(),
    error: z.string().nullable(),
    provider: z.string().nullable(),
    providerId: z.string().nullable(),
    requestId: z.string(),
    createdAt: z.iso.datetime({ precision: 3 }),
    sentAt: z.iso.datetime({ precision: 3 }).nullable(),
  })
  .meta({ id: 'EmailMessage', description: 'A message in the log of the email plugin.' })

const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})

export const settingsPage = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/settings',
  access: 'admin',
  summary: 'How mail is sent, and a form for a test message',
  handler: async (c) => (await pages()).showSettings(c),
})

export const sendTest = defineRoute({
  method: 'POST',
  path: '/admin/plugins/email/test',
  access: 'admin',
  summary: 'Send a test message',
  // What people type into the form is judged below, where it can be shown again.
  input: { json: z.strictObject({ to: address }), form: z.strictObject({ to: z.string() }) },
  responses: { 200: ok(z.strictObject({ id: z.string() })) },
  problems: ['rate_limited'],
  handler: async (c, { json, form }) => {
    const typed = json?.to ?? form.to
    return answerForm(
      c,
      async () => {
        const id = await queueTest(c, typed)
        if (isPageRequest(c)) return c.redirect('/admin/plugins/email/messages', 303)
        return c.json({ success: true, data: { id } })
      },
      async (problem, status) => (await pages()).showSettings(c, { to: typed, problem }, status),
    )
  },
})

/** @throws HttpError `validation_failed`, `rate_limited` */
async function queueTest(c: RequestContext, typed: string): Promise<string> {
  const { success, data: to } = address.safeParse(typed)
  if (!success) {
    const refusal = t('An email address is required.')
    throw new HttpError('validation_failed', refusal, { errors: [{ path: 'to', code: 'invalid', message: refusal }] })
  }
  const { max } = TEST_LIMIT
  await countRequest(c.get('db'), [TEST_LIMIT], t('At most {max} test messages an hour are sent.', { max }))
  return enqueue(c, { template: 'test', to, ...(await render(c, 'test', { to })) })
}

export const messages = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/messages',
  access: 'admin',
  summary: 'The log of messages, newest first',
  input: {
    query: z.strictObject({
      to: filter(z.string().max(320)),
      status: filter(z.enum(['queued', 'sent', 'failed'])),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
  },
  responses: { 200: ok(z.strictObject({ messages: z.array(loggedMessage), pagination })) },
  handler: async (c, { query }) => {
    const { to, status, ...paging } = query
    const { rows, total } = await listMessages(c, { to, status }, paging)
    const found = rows.map(view)
    const { page: current, limit } = paging
    const totalPages = Math.ceil(total / limit)
    const position = { ...paging, total, totalPages, hasNext: current < totalPages, hasPrev: current > 1 }
    if (isPageRequest(c)) {
      return (await pages()).showMessages(c, { messages: found, filter: { to, status }, limit, pagination: position })
    }
    return c.json({ success: true, data: { messages: found, pagination: position } })
  },
})

export const outbox = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/outbox',
  access: 'admin',
  summary: 'Messages as they were written, newest first; in development only',
  input: { query: z.strictObject({ to: filter(z.string().max(320)) }) },
  responses: {
    200: ok(z.array(loggedMessage.extend({ html: z.string().nullable(), text: z.string().nullable() }))),
  },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    requireDevelopment(c)
    const { rows } = await listMessages(c, { to: query.to }, { page: 1, limit: OUTBOX_LIMIT })
    if (isPageRequest(c)) return (await pages()).showOutbox(c, rows.map(view), query.to)
    return c.json({ success: true, data: rows.map((row) => ({ ...view(row), html: row.html, text: row.body })) })
  },
})

export const outboxMessage = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/outbox/:id',
  access: 'admin',
  summary: 'The HTML of a message in the outbox; in development only',
  problems: ['not_found'],
  handler: async (c) => {
    requireDevelopment(c)
    const found = await findMessage(c, c.req.param('id') ?? '')
    if (!found || found.html === null) throw new HttpError('not_found', t('The outbox has no such message.'))
    return messageResponse(c, found.html)
  },
})

export const templates = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/templates',
  access: 'admin',
  summary: 'The templates',
  responses: {
    200: ok(z.array(z.strictObject({ name: z.string(), label: z.string(), subject: z.string(), url: z.string() }))),
  },
  handler: async (c) => {
    const names = Object.keys(TEMPLATES) as TemplateName[] // the keys of this very object
    const list = await Promise.all(
      names.map(async (name) => ({
        name,
        label: TEMPLATES[name].label,
        subject: (await renderSample(c, name)).subject,
        url: `/admin/plugins/email/templates/${name}`,
      })),
    )
    return isPageRequest(c) ? (await pages()).showTemplates(c, list) : c.json({ success: true, data: list })
  },
})

export const template = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/templates/:name',
  access: 'admin',
  summary: 'A template as it is sent, with sample values',
  input: {
    query: z.strictObject({
      format: z.enum(['html', 'text']).default('html'),
      scheme: z.enum(['light', 'dark']).optional().meta({ description: 'Default: as the reader has it.' }),
    }),
  },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    const name = c.req.param('name') ?? ''
    if (!isTemplate(name)) throw new HttpError('not_found', t('There is no template {name}.', { name }))
    const { html: page, text } = await renderSample(c, name)
    if (query.format === 'text') return c.text(text, 200, { 'Cache-Control': 'no-store' })
    return messageResponse(c, query.scheme === undefined ? page : inScheme(page, query.scheme))
  },
})

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name)
}

/** @throws HttpError `not_found` everywhere else: there is no outbox, and what messages said is gone. */
function requireDevelopment(c: RequestContext): void {
  if (isDevelopment(c)) return
  throw new HttpError(
    'not_found',
    t('The outbox exists in development only, and this is {name}.', { name: environmentOf(c).name }),
  )
}
