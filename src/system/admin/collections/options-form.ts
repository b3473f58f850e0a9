import * as z from 'zod'
import { describeAccess } from '../../../manifest/describe-access.ts'
import { translatedOptions } from '../../../manifest/in-language.ts'
import type { CollectionEdit } from '../../../manifest/source-edit.ts'
import { fieldTypesOf, type ManifestCollection, message, type RequestContext, t } from '../../../runtime/kit.ts'
import { changesIn } from '../schema-form/changes.ts'
import type { Values } from '../schema-form/codecs.ts'
import { type Input, inputsOf } from '../schema-form/input.ts'
import type { TypedForm } from '../typed-form.ts'

const ACTIONS = ['read', 'create', 'update', 'delete'] as const

/** Names of actions, marked for translation. */
export const ACTION_WORDS = [message('read'), message('create'), message('update'), message('delete')]

/** Schemas of the options of a collection that a form changes. */
export const COLLECTION_OPTIONS = {
  label: z.string().meta({ title: message('Label') }),
  description: z.string().meta({ title: message('Description') }),
  drafts: z.boolean().meta({ title: message('Documents start as drafts') }),
}

/** Schema of the number of days for which deleted documents can be restored; 0 means `false`. */
const TRASH = z
  .int()
  .min(0)
  .max(365)
  .meta({ title: message('Days in the trash'), description: message('0: deletions are final.') })

/**
 * Returns inputs for the options of a collection, without its fields, and without options that have a text for each
 * language: these can only be edited in the file.
 */
export function collectionInputs(c: RequestContext, collection: ManifestCollection): readonly Input[] {
  const { fields, access } = collection
  const inFile = translatedOptions(collection, collection)
  const types = fieldTypesOf(c)
  const searchable = fields
    .filter((field) => types[field.kind]?.searchText !== undefined && !field.hidden && field.access.read === null)
    .map(({ name }) => name)
  const search = z.array(z.enum(searchable)).meta({ title: message('Full-text search in') })
  const rules = ACTIONS.map((action) => {
    const title = t('Who may {action}', { action: t(action) })
    return [`access.${action}`, z.json().meta({ input: 'rule', title, now: describeAccess(access[action]) })] as const
  })
  const inputs = inputsOf({
    ...COLLECTION_OPTIONS,
    trash: TRASH,
    ...(searchable.length > 0 && { search }),
    ...Object.fromEntries(rules),
  })
  return inputs.filter(({ name }) => !inFile.has(name))
}

/** Returns the initial values of the form. Access rules are described instead. */
export function optionsOf({ label, description, drafts, search, trash }: ManifestCollection): Values {
  return { label, description, drafts, search, trash: trash?.days ?? 0 }
}

/** Returns the options that differ from the current options. All other options stay as they are in the file. */
export function readOptions(c: RequestContext, collection: ManifestCollection, form: TypedForm): CollectionEdit {
  const changes = Object.entries(changesIn(collectionInputs(c, collection), form, optionsOf(collection)))
  const [rules, options] = [true, false].map((isRule) =>
    changes.filter(([name]) => name.startsWith('access.') === isRule),
  )
  const access = (rules ?? []).map(([name, rule]) => [name.replace('access.', ''), rule])
  return {
    name: collection.name,
    ...Object.fromEntries((options ?? []).map(([name, value]) => [name, name === 'trash' ? trashOf(value) : value])),
    ...(access.length > 0 && { access: Object.fromEntries(access) }),
  }
}

function trashOf(days: unknown): CollectionEdit['trash'] {
  return typeof days === 'number' && days > 0 ? { days } : false
}
