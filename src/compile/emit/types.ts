import { featureOf } from '../../config/features.ts'
import { equated, type FieldData, type FieldType, ordered, textual } from '../../fields/field-type.ts'
import { fieldsCompared, fieldsShown } from '../../manifest/describe-fields.ts'
import { populatedIn } from '../../manifest/followed.ts'
import type { Manifest, ManifestCollection, ManifestField } from '../../manifest/index.ts'
import { builtInRoles } from '../lower/roles.ts'
import { header } from './header.ts'

type FieldTypes = Readonly<Record<string, FieldType>>

/**
 * Emits `.cms/types.d.ts`: the names of the project's declarations for the editor, and the types of its collections.
 */
export function emitTypes(manifest: Manifest, fieldTypes: FieldTypes): string {
  const names = manifest.collections.map(({ name }) => JSON.stringify(name))
  const roles = Object.keys(manifest.roles).filter((role) => !(role in builtInRoles))
  const stored = manifest.collections.map((collection) => storedMember(collection, fieldTypes))
  return `${header('//')}
${withImports(
  'lintel/client',
  `declare module 'lintel' {
  interface Register {
    collections: ${union(names)}
    roles: ${union(roles.map((role) => JSON.stringify(role)))}
${featureMember(manifest)}    stored: {
${stored.join('')}    }
  }
}

export type { Json, RichText }
${collectionsText(manifest, fieldTypes)}`,
)}`
}

/**
 * Emits the file of `cms types --out`: the types of the collections, for a program that only installs the client.
 * @param client the module that the client is imported from
 * @param command the command that writes the file
 */
export function emitClientTypes(
  { manifest, fieldTypes }: { readonly manifest: Manifest; readonly fieldTypes: FieldTypes },
  client: string,
  command: string,
): string {
  const body = collectionsText(manifest, fieldTypes)
  return `${header('//', undefined, command)}\n${withImports(client, body.trimStart())}`
}

/**
 * Names of the client that generated types may import, sorted. None has the suffix of a generated name, so that they
 * cannot conflict with a collection's.
 */
const IMPORTED = [
  'ByLocale',
  'Equal',
  'Filterable',
  'Json',
  'Moment',
  'Ordered',
  'Reference',
  'RichText',
  'Sortable',
  'Text',
]

/** Adds imports of exactly the names that the text uses, because some projects reject unused imports. */
function withImports(client: string, text: string): string {
  const code = text.replace(/"(?:[^"\\]|\\.)*"/g, '')
  const used = IMPORTED.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return used.length === 0 ? text : `import type { ${used.join(', ')} } from ${JSON.stringify(client)}\n\n${text}`
}

/** Prints the features of all environments. Without any, every name is allowed. */
function featureMember({ environments }: Manifest): string {
  const variables = Object.values(environments).flatMap(({ vars }) => Object.keys(vars))
  const names = [...new Set(variables.flatMap((name) => featureOf(name) ?? []))].sort()
  return names.length === 0 ? '' : `    features: ${union(names.map((name) => JSON.stringify(name)))}\n`
}

/** Prints the type of a document in hooks, which contains fields that some or all responses leave out. */
function storedMember(collection: ManifestCollection, fieldTypes: FieldTypes): string {
  const document = `${pascalCase(collection.name)}Document`
  const { outer } = textsOf(collection.name, fieldTypes, NOT_ALWAYS)
  const withheld = collection.fields.filter((field) => field.hidden || !isForEverybody(field))
  const members = withheld.map((field) => `${field.name}: ${valueType(field, outer)}`)
  const more = members.length === 0 ? '' : ` & { ${members.join('; ')} }`
  const [documentType, changes] = [document + more, `${pascalCase(collection.name)}Changes`]
  const translations = toldTranslations(collection, fieldTypes, `(${documentType})`)
  return `      ${collection.name}: { document: ${documentType}${translations.document}; changes: ${changes}${translations.changes} }\n`
}

/** Prints types of the values in other locales that hooks receive and may change. */
function toldTranslations({ fields, locales }: ManifestCollection, fieldTypes: FieldTypes, document: string) {
  if (locales === undefined) return { document: '', changes: '' }
  const others = `Exclude<Locale, ${JSON.stringify(locales.default)}>`
  const names = fields.filter((field) => holdsLocalized(field, fieldTypes)).map(({ name }) => JSON.stringify(name))
  const values = `{ [Name in ${union(names)}]: ${document}[Name] | null }`
  return {
    document: ` & { translations: Record<${others}, ${values}> }`,
    changes: ` & { translations?: Partial<Record<${others}, Partial<${values}>>> }`,
  }
}

/** Tells whether a field, or a field nested in it, is localized. */
function holdsLocalized({ kind, options }: FieldData, fieldTypes: FieldTypes): boolean {
  if (options.localized === true) return true
  const parts = fieldTypes[kind]?.parts?.(options)
  if (!parts) return false
  const inside =
    parts.kind === 'list' ? [parts.of] : parts.kind === 'object' ? parts.fields : Object.values(parts.of).flat()
  return inside.some((field) => holdsLocalized(field, fieldTypes))
}

function collectionsText(manifest: Manifest, fieldTypes: FieldTypes): string {
  const isAlways = alwaysReadable(manifest)
  return `${localeText(manifest)}
/** The types of each collection, by name: \`createClient<Collections>()\`. */
export interface Collections {
${manifest.collections.map(({ name }) => `  ${name}: ${pascalCase(name)}Types\n`).join('')}}
${manifest.collections.map((collection) => collectionText(collection, fieldTypes, isAlways)).join('')}`
}

function localeText({ locales }: Manifest): string {
  if (locales === undefined) return ''
  const names = Object.keys(locales.chains).map((name) => JSON.stringify(name))
  return `\n/** Languages of the content, the default first. */\nexport type Locale = ${union(names)}\n`
}

/** Tells whether everybody may read everything in a table that references point to. */
type AlwaysReadable = (target: string) => boolean

const NOT_ALWAYS: AlwaysReadable = () => false

function alwaysReadable({ collections }: Manifest): AlwaysReadable {
  // A localized document may be hidden in the requested language.
  const open = collections.filter(({ access, drafts, locales }) => access.read.kind === 'public' && !drafts && !locales)
  const targets = new Set(['users', ...open.map(({ name }) => name)])
  return (target) => targets.has(target)
}

/** Writes the TypeScript type of a field's value. */
type TextOf = (field: FieldData) => string

interface Texts {
  /** Prints the type of a field of the document itself, whose references the database guarantees. */
  readonly outer: TextOf
  /** Prints the type of a nested field, where the target of a reference may no longer exist. */
  readonly inner: TextOf
}

function textsOf(collection: string, types: FieldTypes, isAlways: AlwaysReadable): Texts {
  const textOf = ({ kind, options }: FieldData, always: AlwaysReadable, inner: TextOf): string => {
    const type = types[kind]
    if (!type)
      throw new Error(
        `${collection} has a field of type ${kind}, which does not exist: the check of field kinds must come before this`,
      )
    const text = type.typescript(options, inner)
    return options.target === undefined ? text : text.replace(/\bstring\b/, () => reference(options.target, always))
  }
  const inner: TextOf = (field) => textOf(field, NOT_ALWAYS, inner)
  return { inner, outer: (field) => textOf(field, isAlways, inner) }
}

function reference(target: string, isAlways: AlwaysReadable): string {
  return `Reference<${JSON.stringify(target)}${isAlways(target) ? ', true' : ''}>`
}

function collectionText(collection: ManifestCollection, types: FieldTypes, isAlways: AlwaysReadable): string {
  const name = pascalCase(collection.name)
  const texts = textsOf(collection.name, types, isAlways)
  const shownFields = fieldsShown(collection)
  const taken = collection.fields.filter((field) => !field.readOnly)
  const groups = taken.filter((field) => isGroup(field, types))
  return `
export interface ${name}Types {
  document: ${name}Document
  input: ${name}Input
  changes: ${name}Changes
  filters: ${name}Filters
  sort: ${name}Sort
  references: ${referencesText(collection, types)}
${collection.locales ? localizedMember(collection, types) : ''}}

/** A document of \`${collection.name}\` as responses contain it. */
export interface ${name}Document {
  id: string
  status: ${collection.drafts ? "'draft' | 'published' | 'scheduled'" : "'published'"}
${shownFields.map((field) => `  ${shownMember(field, texts)}\n`).join('')}\
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  createdBy: string | null
  updatedBy: string | null
  version: number
${collection.drafts ? '  /** True if there are pending changes. Only for signed-in callers. */\n  hasDraft?: boolean\n' : ''}\
}

/** A body that creates or replaces a document of \`${collection.name}\`. */
export interface ${name}Input {
${taken.map((field) => `  ${inputMember(field, texts.inner)}\n`).join('')}\
${collection.drafts ? "  status?: 'draft' | 'published' | 'scheduled'\n  scheduledAt?: string | null\n" : ''}\
  /** Not in the future; only for callers who may publish. \`null\`: it is set again at publication. */
  publishedAt?: string | null
}

/**
 * Changes to a document of \`${collection.name}\`: properties that are left out keep their values, in groups as well.
 */
${membersOrAlias(
  `${name}Changes`,
  `Partial<${base(name, groups)}>`,
  groups.map((field) => `${field.name}?: ${changesOf(field, types, texts.inner)}${field.required ? '' : ' | null'}`),
)}

/** Conditions that lists of \`${collection.name}\` accept, by property. */
${membersOrAlias(
  `${name}Filters`,
  'Filterable',
  fieldsCompared(collection).map((field) => `${field.name}: ${conditionsOf(field, texts.inner)}`),
)}

/** Properties by which lists of \`${collection.name}\` can be sorted. */
export type ${name}Sort = ${union(['Sortable', ...sortable(collection).map((field) => JSON.stringify(field))])}
`
}

/** Prints the member with the types of `locale: '*'`. */
function localizedMember(collection: ManifestCollection, types: FieldTypes): string {
  const name = pascalCase(collection.name)
  const localized = collection.fields.filter((field) => holdsLocalized(field, types))
  const shown = new Set(fieldsShown(collection))
  const members = (kind: 'Document' | 'Input' | 'Changes') =>
    localized
      .filter((field) => (kind === 'Document' ? shown.has(field) : !field.readOnly))
      .map((field) => localizedProperty(name, field, kind, types))
  const without = union(localized.map((field) => JSON.stringify(field.name)))
  const typeOf = (kind: 'Document' | 'Input' | 'Changes') =>
    `Omit<${name}${kind}, ${without}> & { ${members(kind).join('; ')} }`
  return `  /** The types with \`locale: '*'\`. */
  localized: {
    locale: Locale
    document: ${typeOf('Document')}
    input: ${typeOf('Input')}
    changes: ${typeOf('Changes')}
  }
`
}

function localizedProperty(
  name: string,
  field: ManifestField,
  kind: 'Document' | 'Input' | 'Changes',
  types: FieldTypes,
): string {
  const byLocale = (value: string) =>
    kind === 'Document' ? `ByLocale<Locale, ${value}>` : `Partial<ByLocale<Locale, ${value}>>`
  const value = inAll(field, types, byLocale, `${name}${kind}[${JSON.stringify(field.name)}]`) ?? ''
  return `${field.name}${kind === 'Document' && isForEverybody(field) ? '' : '?'}: ${value}`
}

/**
 * Prints the type of a field's value in all locales, in which localized parts are objects with a value for each locale;
 * `null` if nothing in the field is localized.
 * @param type the type of the value in one locale
 */
function inAll(field: FieldData, types: FieldTypes, byLocale: (type: string) => string, type = ''): string | null {
  if (field.options.localized === true) return byLocale(`NonNullable<${type}>`)
  const parts = types[field.kind]?.parts?.(field.options)
  if (!parts || !holdsLocalized(field, types)) return null
  const container = `NonNullable<${type}>`
  if (parts.kind === 'object') return `${membersInAll(parts.fields, types, byLocale, container)} | null`
  if (parts.kind === 'list')
    return `readonly NonNullable<${inAll(parts.of, types, byLocale, `${container}[number]`)}>[] | null`
  const kinds = Object.entries(parts.of).map(([kind, fields]) =>
    membersInAll(fields, types, byLocale, `Extract<${container}[number], { type: ${JSON.stringify(kind)} }>`),
  )
  return `readonly (${union(kinds)})[] | null`
}

/** Prints the type of an object in all locales, in which localized members are objects with a value for each locale. */
function membersInAll(
  fields: readonly FieldData[],
  types: FieldTypes,
  byLocale: (type: string) => string,
  type: string,
): string {
  const members = fields.flatMap((member) => {
    const inner = inAll(member, types, byLocale, `${type}[${JSON.stringify(member.name)}]`)
    return inner === null ? [] : [{ name: member.name, text: `${member.name}?: ${inner}` }]
  })
  if (members.length === 0) return type
  const names = union(members.map(({ name }) => JSON.stringify(name)))
  return `(Omit<${type}, ${names}> & { ${members.map(({ text }) => text).join('; ')} })`
}

/** Prints an interface that extends a type, or an alias of that type if there are no members. */
function membersOrAlias(name: string, extended: string, members: readonly string[]): string {
  if (members.length === 0) return `export type ${name} = ${extended}`
  return `export interface ${name} extends ${extended} {\n${members.map((member) => `  ${member}\n`).join('')}}`
}

function sortable(collection: ManifestCollection): string[] {
  return fieldsCompared(collection)
    .filter(({ storage }) => storage !== 'join')
    .map(({ name }) => name)
}

/**
 * Prints the targets of references and of links in rich text, by their names in `populate`. In blocks one name may have
 * several targets.
 */
function referencesText(collection: ManifestCollection, types: FieldTypes): string {
  const byPath = Map.groupBy(populatedIn(collection, types), ({ path }) => path)
  const members = [...byPath].map(([path, found]) => {
    const targets = new Set(found.map(({ target }) => JSON.stringify(target)))
    return `${path.includes('.') ? JSON.stringify(path) : path}: ${union([...targets])}`
  })
  return members.length === 0 ? 'Record<never, never>' : `{ ${members.join('; ')} }`
}

/** Prints the conditions of a field, by its operators. */
function conditionsOf(field: ManifestField, textOf: TextOf): string {
  const value = comparedValue(field, textOf)
  const known = CONDITIONS.find(({ operators }) => operators.join() === field.operators.join())
  if (known) return known.name === 'Text' && value === 'string' ? 'Text' : `${known.name}<${value}>`
  return `Pick<Text<${value}>, ${union(field.operators.map((operator) => JSON.stringify(operator)))}>`
}

const CONDITIONS = [
  { name: 'Text', operators: textual },
  { name: 'Ordered', operators: ordered },
  { name: 'Equal', operators: equated },
]

/** Prints the type of a value to compare with. A list of references is compared with one of them. */
function comparedValue(field: ManifestField, textOf: TextOf): string {
  if (field.target !== null) return reference(field.target, NOT_ALWAYS)
  if (field.storage === 'datetime' || field.kind === 'date') return 'Moment'
  return textOf(field)
}

function base(name: string, groups: readonly ManifestField[]): string {
  return groups.length === 0
    ? `${name}Input`
    : `Omit<${name}Input, ${union(groups.map((field) => JSON.stringify(field.name)))}>`
}

function isGroup(field: FieldData, types: FieldTypes): boolean {
  return types[field.kind]?.parts?.(field.options).kind === 'object'
}

/** Prints the type of a change to a field; for a group, any of its members. */
function changesOf(field: FieldData, types: FieldTypes, textOf: TextOf): string {
  const parts = types[field.kind]?.parts?.(field.options)
  if (parts?.kind !== 'object') return textOf(field)
  const members = parts.fields.map(
    (member) => `${member.name}?: ${changesOf(member, types, textOf)}${member.options.required ? '' : ' | null'}`,
  )
  return `{ ${members.join('; ')} }`
}

/** Prints a member of a document. It is optional if not all callers see the field. */
function shownMember(field: ManifestField, { outer }: Texts): string {
  return `${field.name}${isForEverybody(field) ? '' : '?'}: ${valueType(field, outer)}`
}

function isForEverybody({ access }: ManifestField): boolean {
  return access.read === null || access.read.kind === 'public'
}

function valueType(field: ManifestField, textOf: TextOf): string {
  return `${textOf(field)}${isNullable(field) ? ' | null' : ''}`
}

/** Tells whether a value may be null. A list of references is empty instead. */
function isNullable(field: ManifestField): boolean {
  return !field.required && field.storage !== 'join'
}

function inputMember(field: ManifestField, textOf: TextOf): string {
  const type = field.kind === 'richText' ? `${textOf(field)} | string` : textOf(field)
  if (field.required) return `${field.name}${field.options.default === undefined ? '' : '?'}: ${type}`
  return `${field.name}?: ${type} | null`
}

function union(members: readonly string[]): string {
  return members.length === 0 ? 'never' : members.join(' | ')
}

/**
 * Converts a name to a type name: `blog_posts` → `BlogPosts`. An underscore before a digit is kept: `top_10` and
 * `top10` are two names.
 */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
