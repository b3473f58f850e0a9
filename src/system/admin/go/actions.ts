import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import type { Destination } from './destination.ts'

const THEMES = [
  ['light', message('Light theme')],
  ['dark', message('Dark theme')],
  ['system', message('System theme')],
] as const

/** Returns the actions that are possible on every page, each with the form that executes it. */
export function actions(): Destination[] {
  return [
    ...THEMES.map(([theme, label]) => action(t(label), '/auth/theme', { theme, back: '' })),
    action(t('Sign out'), '/auth/logout', {}),
  ]
}

function action(label: string, path: string, form: Record<string, string>): Destination {
  return { label, path, kind: null, text: null, form }
}
