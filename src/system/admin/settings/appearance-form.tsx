/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, Field, Select, t } from '../../../ui/index.ts'
import type { TabSettings } from './tab-settings.ts'

/** Form for the theme and language of the admin in this browser. */
export function AppearanceForm({ settings }: { settings: TabSettings }) {
  const themes = [
    ['light', t('Light')],
    ['dark', t('Dark')],
    ['system', t('Same as the system')],
  ] as const
  const languages = Array.isArray(settings.languages) ? settings.languages.map(String) : []
  return (
    <Card
      title={t('Appearance')}
      description={t('Stored in this browser for a year. Nothing changes for anybody else.')}
    >
      <form method="post" action="/admin/settings" class="grid max-w-md gap-5">
        <Field id="settings-theme" label={t('Theme')}>
          <Select id="settings-theme" name="theme" options={themes} chosen={String(settings.theme)} />
        </Field>
        <Field id="settings-language" label={t('Language')}>
          <select id="settings-language" class="select" name="language">
            {languages.map((language) => (
              <option value={language} lang={language} selected={language === settings.language}>
                {nameOf(language)}
              </option>
            ))}
          </select>
        </Field>
        <div>
          <button type="submit" class="btn">
            {t('Save')}
          </button>
        </div>
      </form>
    </Card>
  )
}

/** Returns a language's name in the language itself: `Deutsch`. */
function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}
