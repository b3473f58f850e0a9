/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { HttpError, manifestOf, type RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import { deliverySettings, usesOutbox, writingSettings } from '../settings.ts'
import { emailPage } from './frame.tsx'
import { SettingsPart } from './settings-part.tsx'

/** Page that shows the settings, which are set in the config, and sends a test message. */
export default function settingsPage(c: RequestContext, { refused }: Shown): Page {
  const { fromName, fromEmail, replyTo, logoUrl, provider, retentionDays } = writingSettings(c)
  const usedAt = manifestOf(c).plugins.find(({ name }) => name === 'email')?.usedAt ?? 'cms.config.ts'
  const props = { fromName, fromEmail, replyTo, logoUrl, provider, retentionDays, usedAt, refused }
  const part = <SettingsPart {...props} usesOutbox={usesOutbox(c)} obstacle={obstacleTo(c)} />
  return emailPage(c, 'settings', t('Email'), part)
}

/** Returns the reason why no mail is delivered; `null` if mail is delivered, or stays in the outbox of development. */
function obstacleTo(c: RequestContext): string | null {
  if (usesOutbox(c)) return null
  try {
    deliverySettings(c)
    return null
  } catch (error) {
    if (error instanceof HttpError) return error.detail ?? t(error.title)
    throw error
  }
}
