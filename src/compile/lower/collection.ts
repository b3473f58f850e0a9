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

/** Default maximum number of versions of a document. */
const DEFAULT_VERSIONS = 50

/** Default number of days for which a deleted document can be restored. */
const DEFAULT_TRASH_DAYS = 30

/** Lowers the collections and sorts them by name, because their order in the config has no meaning. */
export function lowerCollections(collections: readonly Collection[], context: LowerContext): ManifestCollection[] {
  const lowered = collections.map((collection) => lowerCollection(collection, context))
  return withStatements(lowered.sort((a, b) => (a.name < b.name ? -1 : 1)))
}

function lowerCollection(collection: Collection, context: LowerContext): StatementSource {
  const fields = lowerFields(collection.name, collection.fields, context)
  const { value, translations } = takeTranslations<StatementSource>({
    name: collection.name,
    // Translations of texts are extracted later: see `takeTranslations`.
    label: (collection.label as string | undefined) ?? inWords(collection.name),
    description: (collection.description as string | undefined) ?? null,
    table: collection.name,
    drafts: collection.drafts === true,
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

/**
 * Returns the title field: a text field named `title`, `name` or `label`, otherwise the first text field, preferably a
 * required one. Hidden fields do not count. Returns `null` if there is no such field.
 */
function titleField(fields: readonly ManifestField[]): string | null {
  const texts = fields.filter((field) => field.kind === 'string' && !field.hidden && !isVariant(field.name))
  const named = ['title', 'name', 'label'].map((name) => texts.find((field) => field.name === name))
  const candidates = [...named, texts.find((field) => field.required), texts[0]]
  return candidates.find((field) => field !== undefined)?.name ?? null
}
