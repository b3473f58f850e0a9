import type { Json } from '../../../../fields/field-type.ts'
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import type { SentForm } from '../objects.ts'
import { textsIn, utcTime } from './texts.ts'

/**
 * Returns the status and the scheduled time that the pressed button requests. A new document is a draft unless a button
 * says otherwise. For a collection without drafts, the returned object is empty.
 */
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

/** Returns the publication date that a button sets; `undefined` if another button was pressed. */
export function dateIn(form: SentForm): string | null | undefined {
  return actionIn(form) === 'date' ? utcTime(textsIn(form, '~publishedAt')[0] ?? '') : undefined
}

/** Actions that the next page reports. */
const TOLD = new Set([
  'publish',
  'schedule',
  'unpublish',
  'date',
  'schedule-changes',
  'unschedule-changes',
  'discard-changes',
])

/** Returns the word with which the next page reports the action; `otherwise` if the action has none. */
export function outcomeIn(form: SentForm | undefined, otherwise: string): string {
  const action = form && actionIn(form)
  return action !== undefined && TOLD.has(action) ? action : otherwise
}

/** Returns the ETag of the document from which the form was made; `null` if the form has none. */
export function etagIn(form: SentForm): string | null {
  return textsIn(form, '~etag')[0] || null
}

/** Returns the value of the pressed button. */
export function actionIn(form: SentForm): string | undefined {
  return textsIn(form, '~action')[0]
}
