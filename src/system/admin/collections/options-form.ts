import type { Json } from '../../../config/fields/field-type.ts'
import type { CollectionEdit } from '../../../manifest/source-edit.ts'
import type { ManifestCollection } from '../../../runtime/kit.ts'
import { message } from '../../../runtime/kit.ts'
import { isTicked, type TypedForm, textOf, textsOf } from './typed.ts'

export const ACTIONS = ['read', 'create', 'update', 'delete'] as const
export type Action = (typeof ACTIONS)[number]

/** What actions are called, for message files. */
export const ACTION_WORDS = [message('read'), message('create'), message('update'), message('delete')]

/** Rules that need no more than a word. */
export const RULES = {
  default: message('The default of every collection'),
  public: message('Everyone'),
  authenticated: message('Everyone signed in'),
  roles: message('The roles ticked below, and administrators'),
  nobody: message('Nobody'),
} as const

/** What differs from what holds now: everything else is left as the file says it. */
export function readOptions(collection: ManifestCollection, form: TypedForm): CollectionEdit {
  const { name, label, description, drafts, search } = collection
  const text = (option: string, now: string | null) => {
    const typed = textOf(form, option)
    return typed === (now ?? '') ? {} : { [option]: typed === '' ? null : typed }
  }
  const ticked = textsOf(form, 'search')
  // In the order of the file; what is new comes after it.
  const searched = [...search.filter((field) => ticked.includes(field)), ...ticked.filter((f) => !search.includes(f))]
  const rules = ACTIONS.flatMap((action) => readRule(form, action))
  return {
    name,
    ...text('label', label),
    ...text('description', description),
    ...(isTicked(form, 'drafts') === drafts ? {} : { drafts: drafts ? null : true }),
    ...(searched.join() === search.join() ? {} : { search: searched.length === 0 ? null : searched }),
    ...(rules.length > 0 && { access: Object.fromEntries(rules) }),
  }
}

function readRule(form: TypedForm, action: Action): [Action, Json][] {
  const rule = textOf(form, `access.${action}`)
  if (rule === 'default') return [[action, null]]
  if (rule === 'roles') return [[action, [...textsOf(form, `access.${action}.roles`)]]]
  return rule === '' || rule === 'keep' ? [] : [[action, rule]]
}
