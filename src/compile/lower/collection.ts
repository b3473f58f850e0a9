import type { Collection } from '../../config/collection.ts'
import { isSlug } from '../../fields/slug/slug.ts'
import { inWords } from '../../ground/column-names.ts'
import { isVariant } from '../../ground/variants.ts'
import type { ManifestCollection, ManifestField } from '../../manifest/collection.ts'
import { type StatementSource, withStatements } from '../../manifest/statements.ts'
import { lowerCollectionAccess } from './access.ts'
import { type LowerContext, lowerFields } from './fields.ts'
import { isLocalized } from './localize.ts'
import { takeTranslations } from './translations.ts'

/** Versions kept of a document where its collection does not say (contract, section 2). */
const DEFAULT_VERSIONS = 50

/** Days for which a deleted document can be restored where its collection does not say. */
const DEFAULT_TRASH_DAYS = 30

/** The collections sorted by name: their order in the config says nothing. */
export function lowerCollections(collections: readonly Collection[], context: LowerContext): ManifestCollection[] {
  const lowered = collections.map((collection) => lowerCollection(collection, context))
  return withStatements(lowered.sort((a, b) => (a.name < b.name ? -1 : 1)))
}

function lowerCollection(collection: Collection, context: LowerContext): StatementSource {
  const fields = lowerFields(collection.name, collection.fields, context)
  const { value, translations } = takeTranslations<StatementSource>({
    name: collection.name,
    // Texts by language still stand as such: see `takeTranslations`.
    label: (collection.label as string | undefined) ?? inWords(collection.name),
    description: (collection.description as string | undefined) ?? null,
    table: collection.name,
    drafts: collection.drafts ?? false,
    singleton: collection.singleton ?? false,
    cache: collection.cache ?? null,
    preview: collection.preview ?? null,
    url: collection.url ?? null,
    versions: collection.versions ?? DEFAULT_VERSIONS,
    trash: collection.trash === false ? null : { days: collection.trash?.days ?? DEFAULT_TRASH_DAYS },
    titleField: titleField(fields),
    slugField: fields.find((field) => isSlug(field) && !isVariant(field.name))?.name ?? null,
    search: collection.search ?? [],
    indexes: collection.indexes ?? [],
    access: lowerCollectionAccess(collection.name, collection.access ?? {}, context.roles),
    fields,
    ...(context.locales && isLocalized(collection) && { locales: context.locales }),
    source: context.sourceOf(collection),
  })
  return Object.keys(translations).length === 0 ? value : { ...value, translations }
}

/** By name where one is called so, else the first line of text, a required one if there is one. */
function titleField(fields: readonly ManifestField[]): string | null {
  const texts = fields.filter((field) => field.kind === 'string' && !field.hidden && !isVariant(field.name))
  const named = ['title', 'name', 'label'].map((name) => texts.find((field) => field.name === name))
  const candidates = [...named, texts.find((field) => field.required), texts[0]]
  return candidates.find((field) => field !== undefined)?.name ?? null
}
