import type { Collection } from '../../config/collection.ts'
import type { Field } from '../../fields/field-type.ts'
import { storageOf } from '../../fields/field-type.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { capitalize } from '../diagnostics/words.ts'
import { type Check, type CheckContext, declaredField } from './context.ts'
import type { FieldSite } from './field-sites.ts'
import { isShownToMore } from './readability.ts'

/** System fields that an index or a sort order may name. */
const SORTABLE_SYSTEM_FIELDS = ['id', 'status', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy']

/**
 * Checks that fields named in `search` are named once, exist, contain text, and can be read by everyone who may search.
 */
export const checkSearch: Check = ({ collections, fieldTypes }) =>
  collections.flatMap((collection) =>
    (collection.search ?? []).flatMap((name, index, all): Finding[] => {
      const at = atValue(collection, 'search', index)
      const field = declaredField(collection, name)
      if (field === undefined) return [unknownField(collection, name, `The search of '${collection.name}'`, at)]
      if (field === null) return []
      if (all.indexOf(name) !== index)
        return [{ code: 'duplicate-search', message: `'${name}' is searched twice.`, at }]
      if (!fieldTypes[field.kind]?.searchText) {
        return [
          {
            code: 'cannot-be-searched',
            message: `'${name}' of '${collection.name}' cannot be searched: the type ${field.kind} has no text.`,
            at,
          },
        ]
      }
      if (isShownToMore(field)) {
        return [
          {
            code: 'search-reveals',
            message: `A search in '${name}' of '${collection.name}' would reveal restricted values.`,
            hint: 'Remove it from the search, or let everybody who reads the document read it.',
            at,
          },
        ]
      }
      return []
    }),
  )

/** Checks that indexes name fields whose values can be compared, and that nothing appears in them twice. */
export const checkIndexes: Check = (context) =>
  context.collections.flatMap((collection) => {
    const seen = new Set<string>()
    return (collection.indexes ?? []).flatMap((index, position): Finding[] => {
      const findings = index.flatMap((entry, place) => checkIndexEntry(collection, entry, [position, place], context))
      const key = index.join()
      if (seen.has(key)) {
        findings.push({
          code: 'duplicate-index',
          message: `The index ${index.join(', ')} of '${collection.name}' appears twice.`,
          at: atValue(collection, 'indexes', position),
        })
      }
      seen.add(key)
      const names = index.map(withoutMinus)
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      if (twice !== undefined) {
        findings.push({
          code: 'duplicate-index',
          message: `An index of '${collection.name}' contains '${twice}' twice.`,
          at: atValue(collection, 'indexes', position),
        })
      }
      return findings
    })
  })

/**
 * Warns about cache rules of collections that are not public, because responses that depend on the caller are not
 * cached.
 */
export const checkCacheRules: Check = ({ collections }) =>
  collections
    .filter(({ access, cache }) => cache !== undefined && (access?.read ?? 'public') !== 'public')
    .map((collection) => ({
      code: 'no-effect',
      message: `'${collection.name}' is not public, so its responses are never cached.`,
      hint: "Remove cache, or declare read: 'public'.",
      at: atKey(collection, 'cache'),
    }))

function checkIndexEntry(
  collection: Collection,
  entry: string,
  [position, place]: readonly [number, number],
  { fieldTypes }: CheckContext,
): Finding[] {
  const name = withoutMinus(entry)
  const at = atValue(collection, 'indexes', position, place)
  if (SORTABLE_SYSTEM_FIELDS.includes(name)) return []
  const field = declaredField(collection, name)
  if (field === undefined)
    return [unknownField(collection, name, `An index of '${collection.name}'`, at, SORTABLE_SYSTEM_FIELDS)]
  const type = field && fieldTypes[field.kind]
  if (!field || !type) return []
  const stored = storageOf(type, field.options)
  if (type.operators.length > 0 && stored !== 'join' && stored !== 'json') return []
  return [
    {
      code: 'cannot-be-indexed',
      message: `'${name}' of '${collection.name}' cannot be indexed: values of the type ${field.kind} cannot be compared.`,
      at,
    },
  ]
}

/** Checks that references point to a collection, or to a table that a plugin provides. */
export const checkReferences: Check = ({ fields, collectionNames, targets, fieldTypes }) =>
  fields.flatMap(({ field, label }): Finding[] => {
    const { target } = field.options as { readonly target?: string } // an option of fields with references
    if (target === undefined) return []
    const { providedBy } = fieldTypes[field.kind] ?? {}
    if (targets.has(target) || (providedBy === undefined && collectionNames.has(target))) return []
    if (providedBy !== undefined) {
      return [
        {
          code: 'missing-plugin',
          message: `${capitalize(label)} needs a plugin that provides '${target}'.`,
          hint: `Add ${providedBy} to the plugins of the config.`,
          at: atValue(field),
        },
      ]
    }
    return [
      {
        code: 'unknown-collection',
        message: `${capitalize(label)} refers to '${target}', which is not a collection.`,
        ...didYouMean(target, [...collectionNames, ...targets]),
        at: atValue(field, 'target'),
      },
    ]
  })

/** Checks that drafts move to a trash only if there is one. */
export const checkDraftsOff: Check = ({ collections }) =>
  collections
    .filter(({ drafts, trash }) => typeof drafts === 'object' && drafts.off === 'trash' && trash === false)
    .map((collection) => ({
      code: 'invalid-option',
      message: `Drafts of '${collection.name}' cannot move to the trash, because it has none.`,
      hint: "Write drafts: { off: 'publish' }, or remove trash: false until the migration is applied.",
      at: atKey(collection, 'drafts'),
    }))

/**
 * Checks that a former name is not the present one and is used once, that what is dropped is neither declared nor
 * renamed, and that `lossy` names existing fields, or options that limit the collection.
 */
export const checkHistory: Check = ({ collections, config, fields }) => {
  const sites = Map.groupBy(fields, ({ collection }) => collection.name)
  return [
    ...collections.flatMap((collection) => {
      const ownSites = sites.get(collection.name) ?? []
      const former = Object.entries(collection.fields)
        .filter((entry): entry is [string, Field] => entry[1] !== undefined)
        .map(([name, field]) => ({
          name,
          declaration: field,
          from: (field.options as { renamedFrom?: string }).renamedFrom,
        }))
      return [
        ...checkRenames(former),
        ...checkInnerRenames(ownSites),
        ...checkLossy(collection, ownSites),
        ...checkDropped(
          collection,
          collection.fields,
          collection.dropped ?? {},
          former,
          `'${collection.name}' still has the field`,
        ),
      ]
    }),
    ...checkRenames(
      collections.map((collection) => ({
        name: collection.name,
        declaration: collection,
        from: collection.renamedFrom,
      })),
    ),
    ...checkDropped(
      config,
      Object.fromEntries(collections.map(({ name }) => [name, true])),
      config.dropped ?? {},
      collections.map((collection) => ({
        name: collection.name,
        declaration: collection,
        from: collection.renamedFrom,
      })),
      'The config still has the collection',
    ),
  ]
}

interface Former {
  readonly name: string
  readonly declaration: object
  readonly from: string | undefined
}

/**
 * Checks that the former name of a field inside a group, a list or a block differs from its present name, and from the
 * former names of its siblings.
 */
function checkInnerRenames(fields: readonly FieldSite[]): Finding[] {
  const inner = fields.filter((site) => site.nested && !site.isItem)
  const around = ({ path, name }: FieldSite) => path.slice(0, -name.length)
  return [...Map.groupBy(inner, around).values()].flatMap((sites) =>
    checkRenames(
      sites.map(({ name, field }) => ({
        name,
        declaration: field,
        from: (field.options as { renamedFrom?: string }).renamedFrom,
      })),
    ),
  )
}

/** Options that may be named in `lossy`, to accept the deletions that they cause. */
const LIMITS = ['trash', 'versions']

/** Checks that `lossy` names existing fields, or options that limit the collection. */
function checkLossy(collection: Collection, fields: readonly FieldSite[]): Finding[] {
  const paths = [...fields.map(({ path }) => path), ...LIMITS]
  return Object.keys(collection.lossy ?? {})
    .filter((path) => !paths.includes(path))
    .map((path) => ({
      code: 'unknown-field',
      message: `'lossy' of '${collection.name}' names '${path}', which is not a field of the collection.`,
      ...didYouMean(path, paths),
      at: atKey(collection, 'lossy', path),
    }))
}

function checkRenames(former: readonly Former[]): Finding[] {
  const claimed = new Map<string, string>()
  return former.flatMap(({ name, declaration, from }): Finding[] => {
    if (from === undefined) return []
    const at = atValue(declaration, 'renamedFrom')
    const other = claimed.get(from)
    claimed.set(from, other ?? name)
    if (from === name)
      return [
        {
          code: 'renamed-from-itself',
          message: `'${name}' cannot have been renamed from itself.`,
          hint: 'Remove renamedFrom.',
          at,
        },
      ]
    if (other !== undefined) {
      return [
        {
          code: 'renamed-twice',
          message: `'${name}' and '${other}' cannot both have been renamed from '${from}'.`,
          at,
        },
      ]
    }
    return []
  })
}

function checkDropped(
  declaration: object,
  declared: object,
  dropped: Readonly<Record<string, string>>,
  former: readonly Former[],
  still: string,
): Finding[] {
  return Object.keys(dropped).flatMap((name): Finding[] => {
    const at = atKey(declaration, 'dropped', name)
    if (Object.hasOwn(declared, name)) {
      return [
        {
          code: 'dropped-declared',
          message: `${still} '${name}', so it cannot be dropped.`,
          hint: 'Remove one of the two.',
          at,
        },
      ]
    }
    const renamed = former.find(({ from }) => from === name)
    if (!renamed) return []
    return [
      {
        code: 'dropped-renamed',
        message: `'${name}' cannot be dropped, because '${renamed.name}' is renamed from it.`,
        at,
      },
    ]
  })
}

function unknownField(
  collection: Collection,
  name: string,
  subject: string,
  at: Finding['at'],
  others: readonly string[] = [],
): Finding {
  const names = [...Object.keys(collection.fields), ...others]
  return {
    code: 'unknown-field',
    message: `${subject} names '${name}', which is not a field of the collection.`,
    ...didYouMean(name, names),
    at,
  }
}

function withoutMinus(entry: string): string {
  return entry.startsWith('-') ? entry.slice(1) : entry
}
