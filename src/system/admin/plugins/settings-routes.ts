import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { validate } from '../../../runtime/kit.ts'
import { requireDevelopment } from '../collections/ask.ts'
import { edited, formOutcome, isSaved, submitted } from '../collections/editing.ts'
import { changesIn } from '../schema-form/changes.ts'
import { isForInputs, textOf, typedForm } from '../schema-form/typed.ts'
import { editableSettings } from './editable-settings.ts'
import { environmentIn, FILE } from './environment-in.ts'
import { detail } from './plugin-object.ts'
import { readPluginState } from './plugin-states.ts'

const settingsBody = z.strictObject({
  /** The environment whose overrides are changed. Default: the settings of the plugin's call. */
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
  page: () => import('./settings-editor.tsx'),
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
  returns: formOutcome,
  problems: ['schema_locked', 'not_found', 'conflict', 'precondition_failed', 'validation_failed'],
  act: async (c, { json, form, params: { id: plugin } }) => {
    requireDevelopment(c, FILE)
    if (!form) {
      const { environment, settings, preview, state } = validate(settingsBody, json)
      return edited(c, { kind: 'change-settings', plugin, environment, settings }, { save: !preview, state })
    }
    const environment = environmentIn(c, textOf(form, 'environment'))
    if (isForInputs(form)) return { data: null }
    const { inputs, given } = editableSettings(c, detail(c, await readPluginState(c, plugin)), environment)
    const settings = changesIn(inputs, form, given, 'setting')
    return submitted(c, { kind: 'change-settings', plugin, environment, settings }, form)
  },
  page: () => import('./settings-editor.tsx'),
  to: (result, { params }) => (isSaved(result) ? `/admin/plugins/${params.id}` : null),
  again: editPluginSettings,
})
