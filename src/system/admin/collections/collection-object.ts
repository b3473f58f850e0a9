import * as z from 'zod'
import { describeAccess } from '../../../manifest/describe-access.ts'
import { describedAccess } from '../../../manifest/described-access.ts'
import { endpointsOf } from '../../../manifest/endpoints.ts'
import {
  type DescribedCollection,
  decisionFor,
  describedCollections,
  type ManifestCollection,
  manifestOf,
  message,
  type RequestContext,
} from '../../../runtime/kit.ts'
import { documentOf, operationsOf } from '../../docs/document.ts'
import { curlOf } from '../../docs/example.ts'

const rule = z.string().meta({ description: 'In words, such as `everyone` or `admin, editor`.' })
const source = z.string().meta({ description: 'Position of the declaration, such as `collections/posts.ts:14`.' })

/** Schema of a collection, for its page and for programs. */
export const collectionSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  drafts: z.boolean(),
  singleton: z.boolean(),
  versions: z.int(),
  trash: z
    .strictObject({ days: z.int() })
    .nullable()
    .meta({ description: 'Days for which deleted documents can be restored; `null` if they cannot.' }),
  search: z.array(z.string()).readonly(),
  indexes: z.array(z.array(z.string()).readonly()).readonly(),
  source,
  access: z.strictObject({ read: rule, create: rule, update: rule, delete: rule }),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      label: z.string(),
      help: z.string().nullable(),
      target: z.string().nullable(),
      onDelete: z.string().nullable(),
      marks: z.array(z.string()),
      access: z.strictObject({ read: rule.nullable(), write: rule.nullable() }),
      source,
    }),
  ),
  routes: z.array(z.strictObject({ method: z.string(), path: z.string(), access: rule })),
  requests: z
    .array(z.strictObject({ summary: z.string(), command: z.string() }))
    .readonly()
    .meta({ description: 'Example commands with curl.' }),
})

export type CollectionObject = z.output<typeof collectionSchema>

export async function collectionObject(c: RequestContext, collection: DescribedCollection): Promise<CollectionObject> {
  const { name, label, description, drafts, singleton, versions, trash, search, indexes, access, source } = collection
  const { collections, roles } = manifestOf(c)
  const whole = collections.find((candidate) => candidate.name === name) ?? collection
  const declared = whole.fields
  const fields = [...collection.fields, ...(collection.givenBlindly ?? [])]
  const isKnown = (property: string) =>
    fields.some((field) => field.name === property) || !declared.some((field) => field.name === property)
  return {
    name,
    label,
    description,
    drafts,
    singleton,
    versions,
    trash,
    search,
    indexes,
    source,
    access: {
      read: describeAccess(access.read),
      create: describeAccess(access.create),
      update: describeAccess(access.update),
      delete: describeAccess(access.delete),
    },
    fields: fields.map((field) => fieldObject(collection, field)),
    routes: endpointsOf(whole, roles).map(({ method, path, access: rule }) => ({
      method,
      path,
      access: describeAccess(describedAccess(rule, isKnown)),
    })),
    requests: await requestsOf(c, name),
  }
}

function fieldObject({ titleField, slugField }: ManifestCollection, field: ManifestCollection['fields'][number]) {
  const { name, kind, label, help, required, unique, hidden, readOnly, target, onDelete, operators, access, source } =
    field
  const marks = [
    ...(name === titleField ? [message('title')] : []),
    ...(name === slugField ? [message('slug')] : []),
    ...(required ? [message('required')] : []),
    ...(unique ? [message('unique')] : []),
    ...(hidden ? [message('hidden')] : []),
    ...(readOnly ? [message('read only')] : []),
    ...(operators.length > 0 ? [message('filter and sort')] : []),
  ]
  return {
    name,
    type: kind,
    label,
    help,
    target,
    onDelete,
    marks,
    access: {
      read: access.read && describeAccess(access.read),
      write: access.write && describeAccess(access.write),
    },
    source,
  }
}

/** Returns sample curl commands for the collection's path: for reading the list and for creating a document. */
async function requestsOf(
  c: RequestContext,
  name: string,
): Promise<readonly { readonly summary: string; readonly command: string }[]> {
  const document = await documentOf(c)
  const { origin } = new URL(c.req.url)
  return operationsOf(document, name)
    .filter(({ method, path }) => path === `/api/${name}` && (method === 'GET' || method === 'POST'))
    .map((placed) => ({
      summary: placed.operation.summary ?? `${placed.method} ${placed.path}`,
      command: curlOf(document, origin, placed),
    }))
}

/**
 * Returns the collections that the caller may read, with the properties that the caller may see. Administrators see all
 * properties.
 */
export function knownCollections(c: RequestContext): readonly DescribedCollection[] {
  if (c.get('user')?.role !== 'admin') return describedCollections(c)
  return manifestOf(c).collections.filter(({ access }) => decisionFor(c, access.read) !== false)
}
