import * as z from 'zod'
import { type RequestContext, validate } from '../../../runtime/kit.ts'
import type { FormOutcome } from '../collections/edit-schemas.ts'
import { edited, submitted } from '../collections/editing.ts'
import { changesIn } from '../schema-form/changes.ts'
import { isForInputs, type TypedForm, textOf } from '../typed-form.ts'
import { editableSettings } from './editable-settings.ts'
import { environmentIn } from './environment-in.ts'
import { detail } from './plugin-object.ts'
import { readPluginState } from './plugin-states.ts'

const settingsBody = z.strictObject({
  /** The environment whose overrides are changed; `null` for the settings of the plugin's call. */
  environment: z.string().nullable().default(null),
  settings: z.record(z.string(), z.json()),
  preview: z.boolean().default(false),
  state: z.string().nullable().default(null),
})

interface SettingsInput {
  readonly json: Readonly<Record<string, unknown>>
  readonly form: TypedForm | undefined
  readonly params: { readonly id: string }
}

/** Changes settings of a plugin or previews the changes, for their form or for a program. */
export async function saveSettings(
  c: RequestContext,
  { json, form, params: { id: plugin } }: SettingsInput,
): Promise<FormOutcome> {
  if (!form) {
    const { environment, settings, preview, state } = validate(settingsBody, json)
    return edited(c, { kind: 'change-settings', plugin, environment, settings }, { save: !preview, state })
  }
  const environment = environmentIn(c, textOf(form, 'environment'))
  if (isForInputs(form)) return { data: null }
  const { inputs, values } = editableSettings(c, detail(c, await readPluginState(c, plugin)), environment)
  const settings = changesIn(inputs, form, values, 'setting')
  return submitted(c, { kind: 'change-settings', plugin, environment, settings }, form)
}
