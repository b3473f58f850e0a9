import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { formOutcome, isSaved } from '../collections/edit-schemas.ts'
import { editorPage, inEditor } from '../in-editor.ts'
import { typedForm } from '../typed-form.ts'

/** Returns the file that contains the settings of plugins. */
const file = () => 'cms.config.ts'
const page = editorPage(file, (editor) => editor.settingsPage)

export const editPluginSettings = defineRoute({
  method: 'GET',
  path: '/admin/plugins/:id/settings/edit',
  access: ['admin'],
  summary: 'The form for settings of a plugin, in development',
  input: { query: z.strictObject({ environment: z.string().max(100).optional() }) },
  problems: ['schema_locked', 'not_found'],
  page,
})

export const savePluginSettings = defineRoute({
  method: 'POST',
  path: '/admin/plugins/:id/settings',
  access: ['admin'],
  summary: 'Changes settings of a plugin in cms.config.ts, in development; never a secret',
  input: {
    json: z.looseObject({}).meta({
      description:
        '`settings`: values by name, or `null` for the default. `environment`, if given, is the only environment that they change.',
    }),
    form: typedForm,
  },
  returns: formOutcome,
  problems: ['schema_locked', 'not_found', 'conflict', 'precondition_failed', 'validation_failed'],
  act: inEditor(file, (editor) => editor.saveSettings),
  page,
  to: (result, { params }) => (isSaved(result) ? `/admin/plugins/${params.id}` : null),
  again: editPluginSettings,
})
