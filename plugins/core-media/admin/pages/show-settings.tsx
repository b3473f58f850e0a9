/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import { type SettingsPageProps, settingsPage } from './settings-page.tsx'

export function showSettings(c: RequestContext, props: SettingsPageProps) {
  c.header('Cache-Control', 'no-store')
  return c.render(settingsPage(props), { title: t('Media settings') })
}
