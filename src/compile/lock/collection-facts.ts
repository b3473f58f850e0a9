import type { FieldData } from '../../fields/field-type.ts'
import type { RichTextData } from '../../fields/rich-text/rich-text.ts'
import type { Roles } from '../../ground/roles-holding.ts'
import { PUBLISHED_LOCALES } from '../../ground/variants.ts'
import { versionsAccess } from '../../manifest/endpoint-access.ts'
import type { ManifestCollection, ManifestField } from '../../manifest/index.ts'
import { accessFact } from './access-facts.ts'
import { Fact, type Section } from './lock-text.ts'

/**
 * Returns the facts of a collection, without what only the admin shows: labels, help texts, order and place of fields.
 */
export function collectionFacts(collection: ManifestCollection, roles: Roles): Section {
  const { access } = collection
  return {
    access: {
      read: new Fact(accessFact(access.read, roles)),
      create: new Fact(accessFact(access.create, roles)),
      update: new Fact(accessFact(access.update, roles)),
      delete: new Fact(accessFact(access.delete, roles)),
      versions: new Fact(accessFact(versionsAccess(access.read, roles), roles)),
    },
    drafts: new Fact(collection.drafts),
    fields: Object.fromEntries(collection.fields.flatMap((field) => fieldFacts(field, roles))),
    indexes: new Fact(collection.indexes),
    ...(collection.preview !== null && { preview: new Fact(collection.preview) }),
    search: new Fact(collection.search),
    singleton: new Fact(collection.singleton),
    slugField: new Fact(collection.slugField),
    titleField: new Fact(collection.titleField),
    trash: new Fact(collection.trash),
    ...(collection.url !== null && { url: new Fact(collection.url) }),
    versions: new Fact(collection.versions),
  }
}

/** Returns a field, then each nested field by its path: `sections.of.quote.text`. */
function fieldFacts(field: ManifestField, roles: Roles): [string, Fact][] {
  const { read, write } = field.access
  const effective = {
    onDelete: field.onDelete ?? undefined,
    read: read ? accessFact(read, roles) : undefined,
    write: write ? accessFact(write, roles) : undefined,
  }
  return dataFacts([field.name], field, effective)
}

/** Returns the paths of all fields of a collection, as the lock names them: `sections.of.quote.text`. */
export function fieldPathsOf({ fields }: ManifestCollection): readonly string[] {
  return fields.flatMap((field) => dataFacts([field.name], field, {})).map(([path]) => path)
}

function dataFacts(path: readonly string[], field: FieldData, effective: object): [string, Fact][] {
  const inner: [string, Fact][] = []
  const entries = Object.entries(field.options as object).flatMap(([name, option]): [string, unknown][] => {
    if (name === 'label' || name === 'help' || name === 'admin') return []
    // The lock contains the default locale elsewhere.
    if (path[0] === PUBLISHED_LOCALES && name === 'initial') return []
    if (field.kind === 'richText' && name === 'nodes') {
      inner.push(...nodeFacts([...path, name], option as RichTextData['nodes']))
      return []
    }
    const fields = name === 'default' ? [] : fieldsIn([name], option)
    for (const [steps, child] of fields) inner.push(...dataFacts([...path, ...steps], child, {}))
    return fields.length > 0 ? [] : [[name, withoutLabels(option)]]
  })
  return [[path.join('.'), new Fact({ type: field.kind, ...Object.fromEntries(entries), ...effective })], ...inner]
}

/** Returns the custom nodes of a rich text, each followed by its fields: `body.nodes.callout`, `….fields.tone`. */
function nodeFacts(path: readonly string[], nodes: RichTextData['nodes'] = {}): [string, Fact][] {
  return Object.entries(nodes).flatMap(([type, { fields = [], content, inline }]): [string, Fact][] => [
    [
      [...path, type].join('.'),
      new Fact({ type: 'node', ...(content && { content }), ...(inline !== undefined && { inline }) }),
    ],
    ...fields.flatMap((field) => dataFacts([...path, type, 'fields', field.name], field, {})),
  ])
}

/** Returns the lowered fields in an option: one, a list of them, or lists by name. */
function fieldsIn(steps: readonly string[], option: unknown): [readonly string[], FieldData][] {
  if (isFieldData(option)) return [[steps, option]]
  if (Array.isArray(option)) {
    return option.every(isFieldData) ? option.map((field) => [[...steps, field.name], field]) : []
  }
  if (typeof option !== 'object' || option === null) return []
  return Object.entries(option).flatMap(([name, inner]) =>
    Array.isArray(inner) ? fieldsIn([...steps, name], inner) : [],
  )
}

function isFieldData(value: unknown): value is FieldData {
  return typeof value === 'object' && value !== null && 'kind' in value && 'options' in value && 'name' in value
}

/** Returns an option with choices reduced to their values. */
function withoutLabels(option: unknown): unknown {
  if (!Array.isArray(option)) return option
  return option.map((choice) =>
    typeof choice === 'object' && choice !== null && 'value' in choice && 'label' in choice ? choice.value : choice,
  )
}
