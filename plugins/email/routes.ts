import { defineRoute } from 'lintel'
import { countRequest, environmentOf, HttpError, message, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { isAddress } from './address.ts'
import { inScheme, messageResponse } from './message-response.ts'
import { findMessage, listMessages, view } from './messages.ts'
import { enqueue } from './queue.ts'
import { isDevelopment } from './settings.ts'
import { render } from './templates/render.ts'
import { renderSample } from './templates/samples.ts'
import { TEMPLATES, type TemplateName } from './templates/templates.ts'

/** Maximum number of test messages in an hour: enough to set up a provider, too few to bother anyone. */
const TEST_LIMIT = { key: 'email:test', max: 30, window: 3600 }
/** Maximum number of messages that the outbox shows. */
const OUTBOX_LIMIT = 100

const address = z.string().trim().max(320).refine(isAddress, message('This must be a single email address.'))
const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ data })

/** Schema of a filter; a form field that was left empty counts as missing. */
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
  page: () => import('./pages/settings-page.tsx'),
})

export const sendTest = defineRoute({
  method: 'POST',
  path: '/admin/plugins/email/test',
  access: 'admin',
  summary: 'Send a test message',
  input: { body: z.strictObject({ to: address }) },
  returns: ok(z.strictObject({ id: z.string() })),
  problems: ['rate_limited'],
  act: async (c, { body: { to } }) => {
    const { max } = TEST_LIMIT
    await countRequest(c.get('db'), [TEST_LIMIT], t('At most {max} test messages can be sent per hour.', { max }))
    return { data: { id: await enqueue(c, { template: 'test', to, ...(await render(c, 'test', { to })) }) } }
  },
  to: '/admin/plugins/email/messages',
  again: settingsPage,
})

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
  returns: ok(z.strictObject({ messages: z.array(loggedMessage), pagination })),
  load: async (c, { query: { page, limit, ...filter } }) => {
    const { rows, total } = await listMessages(c, filter, { page, limit })
    const totalPages = Math.ceil(total / limit)
    const position = { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
    return { data: { messages: rows.map(view), pagination: position } }
  },
  page: () => import('./pages/messages-page.tsx'),
})

export const outbox = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/outbox',
  access: 'admin',
  summary: 'Messages in the outbox, newest first; in development only',
  input: { query: z.strictObject({ to: filter(z.string().max(320)) }) },
  returns: ok(z.array(loggedMessage.extend({ html: z.string().nullable(), text: z.string().nullable() }))),
  problems: ['not_found'],
  load: async (c, { query }) => {
    requireDevelopment(c)
    const { rows } = await listMessages(c, query, { page: 1, limit: OUTBOX_LIMIT })
    return { data: rows.map((row) => ({ ...view(row), html: row.html, text: row.body })) }
  },
  page: () => import('./pages/outbox-page.tsx'),
})

export const outboxMessage = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/outbox/:id',
  access: 'admin',
  summary: 'The HTML of a message in the outbox; in development only',
  problems: ['not_found'],
  handler: async (c, { params }) => {
    requireDevelopment(c)
    const found = await findMessage(c, params.id)
    if (!found || found.html === null) throw new HttpError('not_found', t('The outbox has no such message.'))
    return messageResponse(c, found.html)
  },
})

export const templates = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/templates',
  access: 'admin',
  summary: 'The templates',
  returns: ok(z.array(z.strictObject({ name: z.string(), label: z.string(), subject: z.string(), url: z.string() }))),
  load: async (c) => {
    const names = Object.keys(TEMPLATES) as TemplateName[] // the keys of this object
    const data = await Promise.all(
      names.map(async (name) => ({
        name,
        label: TEMPLATES[name].label,
        subject: (await renderSample(c, name)).subject,
        url: `/admin/plugins/email/templates/${name}`,
      })),
    )
    return { data }
  },
  page: () => import('./pages/templates-page.tsx'),
})

export const template = defineRoute({
  method: 'GET',
  path: '/admin/plugins/email/templates/:name',
  access: 'admin',
  summary: 'A template as it is sent, with sample values',
  input: {
    query: z.strictObject({
      format: z.enum(['html', 'text']).default('html'),
      scheme: z.enum(['light', 'dark']).optional().meta({ description: "Default: the scheme of the reader's system." }),
    }),
  },
  problems: ['not_found'],
  handler: async (c, { params: { name }, query }) => {
    if (!isTemplate(name)) throw new HttpError('not_found', t('There is no template {name}.', { name }))
    const { html: page, text } = await renderSample(c, name)
    if (query.format === 'text') return c.text(text, 200, { 'Cache-Control': 'no-store' })
    return messageResponse(c, query.scheme === undefined ? page : inScheme(page, query.scheme))
  },
})

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name)
}

/**
 * Requires development.
 * @throws HttpError `not_found` in other environments, which have no outbox and do not keep the contents of messages
 */
function requireDevelopment(c: RequestContext): void {
  if (isDevelopment(c)) return
  throw new HttpError(
    'not_found',
    t('The outbox exists in development only, and this environment is {name}.', { name: environmentOf(c).name }),
  )
}
