import type { ErrorCode } from '../../../config/errors.ts'
import type { Condition } from '../../../ground/access.ts'
import { fieldsShown } from '../../../manifest/describe-fields.ts'
import { describedAccess } from '../../../manifest/described-access.ts'
import type { Access, ManifestCollection } from '../../../manifest/index.ts'
import type { JsonObject } from '../../json-object.ts'

/** Describes who may call, without a full stop: "admin and editor; author where `createdBy` is the caller's id". */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Everyone'
    case 'authenticated':
      return 'Everyone signed in'
    case 'nobody':
      return 'Nobody'
    case 'function':
      return 'Decided by a function for each caller and document'
    case 'grants':
      return describeGrants(access.grants)
  }
}

/**
 * Returns a rule without its conditions on fields that some readers cannot see, for the OpenAPI document, which all
 * readers see.
 */
export function openAccess(access: Access, collection: ManifestCollection): Access {
  const open = new Set(fieldsShown(collection).flatMap((field) => (field.access.read === null ? [field.name] : [])))
  const closed = new Set(collection.fields.flatMap(({ name }) => (open.has(name) ? [] : [name])))
  return describedAccess(access, (name) => !closed.has(name))
}

/** Describes the readers of a collection. In a public one, only signed-in callers see unpublished documents. */
export function describeReadAccess(collection: ManifestCollection): string {
  const { access } = collection
  const words = describeAccess(openAccess(access.read, collection))
  return access.read.kind === 'public' ? `${words}; unpublished documents only when signed in` : words
}

/** Returns the members of an operation that follow from its access rule. */
export function accessMembers(access: Access): JsonObject {
  const signedIn = [{ bearer: [] }, { cookie: [] }]
  const isOpen = access.kind === 'public' || access.kind === 'function'
  return {
    security: isOpen ? [{}, ...signedIn] : signedIn,
    'x-access': access.kind === 'function' ? { kind: 'function' } : access,
  }
}

/** Returns the errors of an access rule, including those of an API token's scopes. */
export function accessProblems(access: Access, { writes }: { writes: boolean }): ErrorCode[] {
  const csrf: ErrorCode[] = writes ? ['csrf_failed'] : []
  return access.kind === 'public' ? csrf : ['unauthenticated', 'invalid_token', 'forbidden', ...csrf]
}

function describeGrants(grants: (Access & { kind: 'grants' })['grants']): string {
  const always = grants.filter((grant) => grant.where === undefined).map((grant) => grant.role)
  const conditions = new Map<string, string[]>()
  for (const { role, where } of grants) {
    if (where === undefined || always.includes(role)) continue
    const words = describeCondition(where)
    conditions.set(words, [...(conditions.get(words) ?? []), role])
  }
  const parts = [
    ...(always.length > 0 ? [enumerate(always)] : []),
    ...[...conditions].map(([words, roles]) => `${enumerate(roles)} ${words}`),
  ]
  return parts.length > 0 ? parts.join('; ') : 'Nobody'
}

function describeCondition(where: Condition): string {
  const parts = Object.entries(where).map(([name, value]) => `\`${name}\` is ${describeValue(value)}`)
  return parts.length === 0 ? 'for some documents' : `where ${parts.join(' and ')}`
}

const CALLER: { readonly [value: string]: string } = {
  '$user.id': "the caller's id",
  '$user.email': "the caller's email",
  '$user.role': "the caller's role",
}

function describeValue(value: unknown): string {
  return CALLER[String(value)] ?? `\`${JSON.stringify(value)}\``
}

function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
