/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { Field, Select, t } from '../../../ui/index.ts'
import { editingOf } from '../collections/editing.ts'
import { Editor } from '../collections/editor-page.tsx'
import { writeInputs } from '../schema-form/codecs.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { textOf } from '../typed-form.ts'
import { editableSettings } from './editable-settings.ts'
import { environmentIn } from './environment-in.ts'
import { detail } from './plugin-object.ts'
import { readPluginState } from './plugin-states.ts'

type Edited = Shown<unknown, { readonly environment?: string | undefined } | undefined>

/** Page with the form that changes a plugin's settings in cms.config.ts. */
export default async function settingsEditor(c: RequestContext, shown: Edited): Promise<Page> {
  const plugin = detail(c, await readPluginState(c, String(shown.params.id)))
  const { form, result, problem } = editingOf(c, shown)
  const environment = environmentIn(c, form ? textOf(form, 'environment') : (shown.query?.environment ?? ''))
  const { inputs, values, others } = editableSettings(c, plugin, environment)
  const path = `/admin/plugins/${plugin.id}`
  const title = t('Settings of {plugin}', { plugin: plugin.name })
  const content = (
    <Editor
      title={title}
      description={
        environment === null
          ? t('Passed to the plugin in cms.config.ts.')
          : t('These override those of the plugin, in {environment} only.', { environment })
      }
      chooser={
        <EnvironmentForm path={path} environments={Object.keys(manifestOf(c).environments)} chosen={environment} />
      }
      action={`${path}/settings`}
      back={path}
      result={result}
      problem={problem}
    >
      <input type="hidden" name="environment" value={environment ?? ''} />
      {inputs.length === 0 && (
        <p class="text-sm text-muted-foreground">{t('This plugin has no settings that a form can change.')}</p>
      )}
      <SchemaForm inputs={inputs} form={form ?? writeInputs(inputs, values, 'setting')} path="setting" />
      {others.length > 0 && (
        <p class="text-sm text-muted-foreground">
          {t('These settings contain secrets, so they can be changed only in the file: {settings}.', {
            settings: others.join(', '),
          })}
        </p>
      )}
    </Editor>
  )
  return { title, content }
}

interface EnvironmentFormProps {
  readonly path: string
  readonly environments: readonly string[]
  /**
   * The environment whose overrides are edited; `null` for the settings of the plugin's call, which apply to every
   * environment.
   */
  readonly chosen: string | null
}

function EnvironmentForm({ path, environments, chosen }: EnvironmentFormProps) {
  return (
    <form action={`${path}/settings/edit`} class="flex flex-wrap items-end gap-2">
      <div class="w-64 max-w-full">
        <Field id="settings-environment" label={t('Settings for')}>
          <Select
            id="settings-environment"
            name="environment"
            class="w-full"
            none={t('every environment')}
            options={environments}
            chosen={chosen}
          />
        </Field>
      </div>
      <button type="submit" class="btn" data-variant="outline">
        {t('Show')}
      </button>
    </form>
  )
}
