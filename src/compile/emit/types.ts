import { featureOf } from '../../config/features.ts'
import type { FieldData, FieldType } from '../../config/fields/field-type.ts'
import type { Manifest, ManifestCollection, ManifestField } from '../../manifest/index.ts'
import { builtInRoles } from '../lower/roles.ts'
import { header } from './header.ts'

/**
 * `.cms/types.d.ts`: the project's own names for the editor, and for each collection what the REST interface answers
 * (`PostsDocument`) and takes: as a whole (`PostsInput`), and as a change (`PostsChanges`).
 */
export function emitTypes(manifest: Manifest, fieldTypes: Readonly<Record<string, FieldType>>): string {
  const names = manifest.collections.map((collection) => JSON.stringify(collection.name))
  const roles = Object.keys(manifest.roles).filter((role) => !(role in builtInRoles))
  const nested = (field: FieldData): string => typeOf(field, fieldTypes, nested)
  return `${header('//')}
import type { Json, RichText } from 'lintel'

declare module 'lintel' {
  interface Register {
    collections: ${union(names)}
    roles: ${union(roles.map((role) => JSON.stringify(role)))}
${featureMember(manifest)}  }
}

export type { Json, RichText }

/** Documents and bodies of each collection, by name: \`createClient<Collections>()\`. */
export interface Collections {
${manifest.collections.map(({ name }) => `  ${name}: ${collectionMember(pascalCase(name))}`).join('\n')}
}
${manifest.collections.map((collection) => collectionTypes(collection, fieldTypes, nested)).join('')}`
}

/** The features that any environment names: none of them, and every name is allowed. */
function featureMember({ environments }: Manifest): string {
  const variables = Object.values(environments).flatMap(({ vars }) => Object.keys(vars))
  const names = [...new Set(variables.flatMap((name) => featureOf(name) ?? []))].sort()
  return names.length === 0 ? '' : `    features: ${union(names.map((name) => JSON.stringify(name)))}\n`
}

function collectionMember(name: string): string {
  return `{ document: ${name}Document; input: ${name}Input; changes: ${name}Changes }`
}

function collectionTypes(
  collection: ManifestCollection,
  types: Readonly<Record<string, FieldType>>,
  nested: (field: FieldData) => string,
): string {
  const name = pascalCase(collection.name)
  const answered = collection.fields.filter((field) => !field.hidden)
  const taken = collection.fields.filter((field) => !field.readOnly)
  const groups = taken.filter((field) => isGroup(field, types))
  return `
/** A document of \`${collection.name}\` as it is answered. */
export interface ${name}Document {
  id: string
  status: ${collection.drafts ? "'draft' | 'published' | 'scheduled'" : "'published'"}
${answered.map((field) => `  ${field.name}: ${nested(field)}${isNullable(field) ? ' | null' : ''}\n`).join('')}\
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
}

/** A document of \`${collection.name}\` as it is created or replaced. */
export interface ${name}Input {
${taken.map((field) => `  ${inputMember(field, nested)}\n`).join('')}\
${collection.drafts ? "  status?: 'draft' | 'published' | 'scheduled'\n  scheduledAt?: string | null\n" : ''}\
}

/**
 * Changes to a document of \`${collection.name}\`: properties that are left out keep their values, in groups as well.
 */
export interface ${name}Changes extends Partial<${base(name, groups)}> {
${groups.map((field) => `  ${field.name}?: ${changesOf(field, types, nested)}${field.required ? '' : ' | null'}\n`).join('')}\
}
`
}

function base(name: string, groups: readonly ManifestField[]): string {
  return groups.length === 0
    ? `${name}Input`
    : `Omit<${name}Input, ${union(groups.map((field) => JSON.stringify(field.name)))}>`
}

function isGroup(field: FieldData, types: Readonly<Record<string, FieldType>>): boolean {
  return types[field.kind]?.parts?.(field.options).kind === 'object'
}

/** The type of a change of this field: of a group, any of its members. */
function changesOf(
  field: FieldData,
  types: Readonly<Record<string, FieldType>>,
  nested: (field: FieldData) => string,
): string {
  const parts = types[field.kind]?.parts?.(field.options)
  if (parts?.kind !== 'object') return nested(field)
  const members = parts.fields.map(
    (member) => `${member.name}?: ${changesOf(member, types, nested)}${member.options.required ? '' : ' | null'}`,
  )
  return `{ ${members.join('; ')} }`
}

/** A list of references is empty, never null. */
function isNullable(field: ManifestField): boolean {
  return !field.required && field.storage !== 'join'
}

function inputMember(field: ManifestField, nested: (field: FieldData) => string): string {
  const type = field.kind === 'richText' ? `${nested(field)} | string` : nested(field)
  if (field.required) return `${field.name}${field.options.default === undefined ? '' : '?'}: ${type}`
  return `${field.name}?: ${type} | null`
}

function typeOf(field: FieldData, types: Readonly<Record<string, FieldType>>, nested: (field: FieldData) => string) {
  const type = types[field.kind]
  if (!type) throw new Error(`the field type ${field.kind} is gone: the check of field kinds must come before this`)
  return type.typescript(field.options, nested)
}

function union(members: readonly string[]): string {
  return members.length === 0 ? 'never' : members.join(' | ')
}

/** `blog_posts` → `BlogPosts`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}
