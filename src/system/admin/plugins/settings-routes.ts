import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import type { EditAnswer, SourceEdit } from '../../../manifest/source-edit.ts'
import { checkValue, HttpError, manifestOf, type RequestContext, t } from '../../../runtime/kit.ts'
import { statusOf, submit } from '../collections/answers.ts'
import { ask, requireDevelopment, savedOrThrow } from '../collections/ask.ts'
import { type TypedForm, textOf, typedForm } from '../collections/typed.ts'
import { editableSettings, readSettings } from './editable-settings.ts'
import { detail } from './plugin-object.ts'
import { readPluginState } from './plugin-states.ts'

const FILE = 'cms.config.ts'

const settingsBody = z.strictObject({
  /** Whose own settings are meant. Default: those of the plugin's call. */
  environment: z.string().nullable().default(null),
  settings: z.record(z.string(), z.json()),
  preview: z.boolean().default(false),
  state: z.string().nullable().default(null),
})

export const editPluginSettings = defineRoute({
  method: 'GET',
  path: '/admin/plugins/:id/settings/edit',
  access: ['admin'],
  summary: 'The form for settings of a plugin, in development',
  input: { query: z.strictObject({ environment: z.string().max(100).optional() }) },
  problems: ['schema_locked', 'not_found'],
  handler: (c, { query }) => {
    requireDevelopment(c, FILE)
    return show(c, environmentIn(c, query.environment ?? ''), null, null)
  },
})

export const savePluginSettings = defineRoute({
  method: 'POST',
  path: '/admin/plugins/:id/settings',
  access: ['admin'],
  summary: 'Changes settings of a plugin in cms.config.ts, in development; never a secret',
  input: {
    json: z.looseObject({}).meta({ description: 'environment?, settings: { name: value, null for the default }' }),
    form: typedForm,
  },
  responses: {
    200: z.strictObject({ success: z.literal(true), data: z.looseObject({ name: z.string(), file: z.string() }) }),
    303: null,
  },
  problems: ['schema_locked', 'not_found', 'conflict', 'precondition_failed', 'validation_failed'],
  handler: async (c, { json, form }) => {
    requireDevelopment(c, FILE)
    const id = c.req.param('id') ?? ''
    if (!form) return saveJson(c, id, json)
    const environment = environmentIn(c, textOf(form, 'environment'))
    const plugin = detail(c, await readPluginState(c, id))
    const settings = readSettings(form, editableSettings(c, plugin, environment))
    const edit: SourceEdit = { kind: 'change-settings', plugin: id, environment, settings }
    return submit(c, edit, form, `/admin/plugins/${id}`, (answer) => show(c, environment, form, answer))
  },
})

async function saveJson(c: RequestContext, plugin: string, json: unknown): Promise<Response> {
  const read = checkValue(settingsBody, json)
  if (!read.success) throw new HttpError('validation_failed', undefined, { errors: read.errors })
  const { environment, settings, preview, state } = read.data
  const answer = await ask(c, { kind: 'change-settings', plugin, environment, settings }, { save: !preview, state })
  c.header('Cache-Control', 'no-store')
  if (answer.outcome === 'preview' && preview) return c.json({ success: true, data: answer.preview })
  const { name, file } = savedOrThrow(answer)
  return c.json({ success: true, data: { name, file } })
}

async function show(
  c: RequestContext,
  environment: string | null,
  form: TypedForm | null,
  answer: EditAnswer | null,
): Promise<Response> {
  const plugin = detail(c, await readPluginState(c, c.req.param('id') ?? ''))
  const { settingsEditor } = await import('./settings-editor.tsx')
  const page = settingsEditor({
    plugin: plugin.id,
    settings: editableSettings(c, plugin, environment),
    environments: Object.keys(manifestOf(c).environments),
    environment,
    form,
    answer,
  })
  return c.render(page, { title: t('Settings of {plugin}', { plugin: plugin.name }), status: statusOf(answer) })
}

/** @throws HttpError `not_found` */
function environmentIn(c: RequestContext, name: string): string | null {
  if (name === '') return null
  if (Object.hasOwn(manifestOf(c).environments, name)) return name
  throw new HttpError('not_found', t('The config has no such environment.'))
}
