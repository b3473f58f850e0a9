/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { Field, t } from '../../../ui/index.ts'
import { type Editing, editingOf } from '../collections/answers.ts'
import { requireDevelopment } from '../collections/ask.ts'
import { Editor } from '../collections/editor-page.tsx'
import { textOf } from '../collections/typed.ts'
import { type EditableSetting, editableSettings, showSetting } from './editable-settings.ts'
import { environmentIn, FILE } from './environment-in.ts'
import { detail } from './plugin-object.ts'
import { readPluginState } from './plugin-states.ts'

type Edited = Shown<unknown, { readonly environment?: string | undefined } | undefined>

/** The form that changes a plugin's settings where they stand: in cms.config.ts. */
export default async function settingsEditor(c: RequestContext, shown: Edited): Promise<Page> {
  requireDevelopment(c, FILE)
  const plugin = detail(c, await readPluginState(c, String(shown.params.id)))
  const { form, answer, problem } = editingOf(c, shown)
  const environment = environmentIn(c, form ? textOf(form, 'environment') : (shown.query?.environment ?? ''))
  const props = {
    plugin: plugin.id,
    settings: editableSettings(c, plugin, environment),
    environments: Object.keys(manifestOf(c).environments),
    environment,
    form,
    answer,
    problem,
  }
  return { title: t('Settings of {plugin}', { plugin: plugin.name }), content: <SettingsForm {...props} /> }
}

interface SettingsFormProps extends Editing {
  readonly plugin: string
  readonly settings: readonly EditableSetting[]
  /** Names of the environments. */
  readonly environments: readonly string[]
  /** Whose settings are shown; `null`: those of the plugin's call, which hold in every environment. */
  readonly environment: string | null
}

function SettingsForm(props: SettingsFormProps) {
  const { plugin, settings, environments, environment, form, answer, problem } = props
  const path = `/admin/plugins/${plugin}`
  return (
    <Editor
      title={t('Settings of {plugin}', { plugin })}
      description={
        environment === null
          ? t('Passed to the plugin in cms.config.ts.')
          : t('These override those of the plugin, in {environment} only.', { environment })
      }
      chooser={
        <form action={`${path}/settings/edit`} class="flex flex-wrap items-end gap-2">
          <Field id="settings-environment" label={t('Settings for')}>
            <select id="settings-environment" name="environment" class="select w-full">
              <option value="">{t('every environment')}</option>
              {environments.map((name) => (
                <option value={name} selected={name === environment}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <button type="submit" class="btn" data-variant="outline">
            {t('Show')}
          </button>
        </form>
      }
      action={`${path}/settings`}
      back={path}
      answer={answer}
      problem={problem}
    >
      <input type="hidden" name="environment" value={environment ?? ''} />
      {settings.length === 0 && (
        <p class="text-sm text-muted-foreground">{t('It has none that can be changed in a form.')}</p>
      )}
      {settings.map((setting) => (
        <Field id={`setting-${setting.name}`} label={setting.name} help={helpOf(setting)}>
          <Input
            setting={setting}
            text={form ? textOf(form, `setting.${setting.name}`) : showSetting(setting, setting.given)}
          />
        </Field>
      ))}
    </Editor>
  )
}

function helpOf(setting: EditableSetting): string {
  const { description, otherwise } = setting
  const value = otherwise === null ? t('nothing') : showSetting(setting, otherwise)
  const empty = value.length > 80 ? t('Empty: the default') : t('Empty: {value}', { value })
  return description === null ? empty : `${description} (${empty})`
}

function Input({ setting, text }: { setting: EditableSetting; text: string }) {
  const { name, kind } = setting
  const id = `setting-${name}`
  const common = { id, name: `setting.${name}`, 'aria-describedby': `${id}-note` }
  if (kind === 'switch')
    return (
      <select class="select w-full" {...common}>
        {['', 'true', 'false'].map((value) => (
          <option value={value} selected={value === text}>
            {value === '' ? '–' : value === 'true' ? t('yes') : t('no')}
          </option>
        ))}
      </select>
    )
  if (kind === 'json')
    return (
      <textarea class="textarea font-mono text-sm" rows={4} spellcheck={false} {...common}>
        {text}
      </textarea>
    )
  return (
    <input class="input" type="text" inputmode={kind === 'number' ? 'decimal' : undefined} value={text} {...common} />
  )
}
