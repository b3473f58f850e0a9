import { isLocalized, type LocalesModel, translationsOf } from './locales.ts'
import type { BlockModel, CollectionModel, FieldModel } from './project-model.ts'

/** The collection with reasons for all values in other locales that no reason for a field or for a locale covers. */
export function withTranslationsDropped(
  before: CollectionModel,
  after: CollectionModel,
  locales: LocalesModel | undefined,
): CollectionModel {
  if (locales === undefined || !isLocalized(before)) return after
  const own = isLocalized(after)
    ? []
    : ['publishedLocales', 'translatedAt', ...locales.others.map(({ name }) => `translatedAt@${name}`)]
  const { fields, dropped } = besides(before.fields, after.fields, locales)
  return { ...after, fields, dropped: [...after.dropped, ...dropped, ...own] }
}

/** Fields side by side, with what their translations lose named in those that hold fields. */
function besides(before: readonly FieldModel[], after: readonly FieldModel[], locales: LocalesModel) {
  const heirOf = ({ id }: FieldModel) => after.find((item) => item.id === id)
  const isOver = (item: FieldModel) => {
    const heir = heirOf(item)
    if (heir) return !heir.localized
    // Where another field has its name now, its translations are told of apart.
    const successor = after.find(({ name }) => name === item.name)
    const isReplaced = successor?.isLossy === true && !before.some(({ id }) => id === successor.id)
    return successor !== undefined && !(isReplaced && successor.localized)
  }
  return {
    fields: after.map((item) => {
      const old = before.find(({ id }) => id === item.id)
      return old ? inside(old, item, locales) : item
    }),
    dropped: before.filter(isOver).flatMap((item) => translationsOf(item, locales)),
  }
}

function inside(before: FieldModel, after: FieldModel, locales: LocalesModel): FieldModel {
  if (before.kind !== after.kind) return after
  if (before.fields && after.fields) {
    const { fields, dropped } = besides(before.fields, after.fields, locales)
    return { ...after, fields, dropped: [...(after.dropped ?? []), ...dropped] }
  }
  if (before.item && after.item) return { ...after, item: inside(before.item, after.item, locales) }
  if (!before.blocks || !after.blocks) return after
  const blockIn = (block: BlockModel): BlockModel => {
    const old = before.blocks?.find(({ id }) => id === block.id)
    if (!old) return block
    const { fields, dropped } = besides(old.fields, block.fields, locales)
    return { ...block, fields, dropped: [...block.dropped, ...dropped] }
  }
  return { ...after, blocks: after.blocks.map(blockIn) }
}
