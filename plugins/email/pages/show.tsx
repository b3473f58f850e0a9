/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import { HttpError, manifestOf, type RefusedStatus, type RequestContext } from 'lintel/kit'
import { t } from 'lintel/ui'
import type { EmailView, MessageFilter } from '../messages.ts'
import { deliverySettings, isDevelopment, usesOutbox, writingSettings } from '../settings.ts'
import { EmailFrame, type Tab } from './frame.tsx'
import { MessageList } from './message-list.tsx'
import { SettingsPart, type TestForm } from './settings-part.tsx'
import { TemplateList, type TemplateView } from './template-list.tsx'

/** Settings come from the config: here they are shown, and tried out. */
export function showSettings(c: RequestContext, form: TestForm = {}, status: 200 | RefusedStatus = 200) {
  const { fromName, fromEmail, replyTo, logoUrl, provider, retentionDays } = writingSettings(c)
  const usedAt = manifestOf(c).plugins.find(({ name }) => name === 'email')?.usedAt ?? 'cms.config.ts'
  const props = { fromName, fromEmail, replyTo, logoUrl, provider, retentionDays, usedAt, form }
  const part = <SettingsPart {...props} usesOutbox={usesOutbox(c)} obstacle={obstacleTo(c)} />
  return show(c, 'settings', t('Email'), part, status)
}

interface Found {
  readonly messages: readonly EmailView[]
  readonly filter: MessageFilter
  readonly limit: number
  readonly pagination: { readonly page: number; readonly total: number; readonly totalPages: number }
}

export function showMessages(c: RequestContext, found: Found) {
  return show(c, 'messages', t('Messages'), <MessageList {...found} />)
}

export function showOutbox(c: RequestContext, messages: readonly EmailView[], to: string | undefined) {
  return show(c, 'outbox', t('Outbox'), <MessageList messages={messages} filter={{ to }} isOutbox />)
}

export function showTemplates(c: RequestContext, templates: readonly TemplateView[]) {
  return show(c, 'templates', t('Templates'), <TemplateList templates={templates} />)
}

/** Browsers do not keep these pages: what they show changes at any time. */
function show(c: RequestContext, tab: Tab, title: string, part: Content, status: 200 | RefusedStatus = 200) {
  c.header('Cache-Control', 'no-store')
  const content = (
    <EmailFrame current={tab} hasOutbox={isDevelopment(c)}>
      {part}
    </EmailFrame>
  )
  return c.render(content, { title, status })
}

/** What keeps mail from being delivered; `null` where nothing does. */
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
