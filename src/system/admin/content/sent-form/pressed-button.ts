import type { Json } from '../../../../fields/field-type.ts'
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import type { SentForm } from '../objects.ts'
import { textsIn, utcTime } from './texts.ts'

/** The change of status for which a button was pressed. */
export function statusChangeIn(
  form: SentForm,
  { drafts }: ManifestCollection,
  isNew: boolean,
): { readonly [name: string]: Json } {
  if (!drafts) return {}
  switch (actionIn(form)) {
    case 'publish':
      return { status: 'published' }
    case 'unpublish':
      return { status: 'draft' }
    case 'schedule':
      return { status: 'scheduled', scheduledAt: utcTime(textsIn(form, '~scheduledAt')[0] ?? '') }
    case 'schedule-changes':
      return { scheduledAt: utcTime(textsIn(form, '~scheduledAt')[0] ?? '') }
    case 'unschedule-changes':
      return { scheduledAt: null }
    default:
      return isNew ? { status: 'draft' } : {}
  }
}

/** The publication date that a button sets; `undefined`: another button was pressed. */
export function dateIn(form: SentForm): string | null | undefined {
  return actionIn(form) === 'date' ? utcTime(textsIn(form, '~publishedAt')[0] ?? '') : undefined
}

/** Actions of which the next page tells. */
const TOLD = new Set([
  'publish',
  'schedule',
  'unpublish',
  'date',
  'schedule-changes',
  'unschedule-changes',
  'discard-changes',
])

/** The word for what has been done with the document, for the page that comes next. */
export function outcomeIn(form: SentForm | undefined, otherwise: string): string {
  const action = form && actionIn(form)
  return action !== undefined && TOLD.has(action) ? action : otherwise
}

/** The ETag of the document that the form was made from. */
export function etagIn(form: SentForm): string | null {
  return textsIn(form, '~etag')[0] || null
}

/** The button that was pressed. */
export function actionIn(form: SentForm): string | undefined {
  return textsIn(form, '~action')[0]
}
