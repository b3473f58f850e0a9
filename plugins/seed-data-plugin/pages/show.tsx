/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { type HttpError, manifestOf, type RefusedStatus, type RequestContext, settingsOf } from 'lintel/kit'
import { t } from 'lintel/ui'
import type { SeedForm } from '../form.ts'
import type { Outcome } from '../generate.ts'
import { whyNot } from '../guard.ts'
import type { PageQuery } from '../page-query.ts'
import { settings } from '../settings.ts'
import type { Status } from '../status.ts'
import { ROLES } from '../wish.ts'
import { outcomePage } from './outcome-page.tsx'
import { seedPage } from './seed-page.tsx'

export interface Shown {
  readonly status: Status
  /** What was typed, shown again. */
  readonly form?: SeedForm
  readonly error?: HttpError
  /** What came of the form that led here. */
  readonly result?: PageQuery
}

export function showPage(c: RequestContext, { status, form, error, result }: Shown, code: 200 | RefusedStatus = 200) {
  c.header('Cache-Control', 'no-store')
  const { contentCount, userCount, mediaCount } = settingsOf(c, settings)
  const defaults = {
    contentCount: String(contentCount),
    userCount: String(userCount),
    mediaCount: String(mediaCount),
    roles: ROLES,
  }
  const content = seedPage({
    status,
    refusal: whyNot(c),
    form: form ?? defaults,
    error: error ?? null,
    result: result ?? null,
    roles: Object.keys(manifestOf(c).roles),
  })
  return c.render(content, { title: t('Sample data'), status: code })
}

/** How far it has come, and the way on. */
export function showOutcome(c: RequestContext, form: SeedForm, outcome: Outcome, hasScript: boolean) {
  c.header('Cache-Control', 'no-store')
  return c.render(outcomePage(form, outcome, hasScript), { title: t('Sample data') })
}
