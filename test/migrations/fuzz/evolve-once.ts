import { settledChoices } from './choices.ts'
import type { Draw } from './draw.ts'
import { withTranslationsDropped } from './drop-translations.ts'
import { evolvedCollection, stillThere } from './evolve.ts'
import { evolvedLocales, soundlyLocalized } from './locales.ts'
import type { CollectionModel, FieldModel, ProjectModel } from './project-model.ts'

/** The same project later, with one thing in one collection changed: a field, or what the collection says about them. */
export function evolvedOnce(project: ProjectModel, draw: Draw): ProjectModel {
  if (project.locales && draw.once(8)) return withOtherLocales(project, draw)
  const chosen = draw.pick(project.collections)
  const ids = project.collections.map(({ id }) => id)
  const changed = draw.once(4)
    ? { ...settled(chosen), ...settingsOf(evolvedCollection(chosen, chosen.name, ids, draw)) }
    : withOneField(settled(chosen), evolvedCollection(chosen, chosen.name, ids, draw), draw)
  const same = { ...changed, ...stillThere(changed, changed.fields) }
  const sound = { ...same, fields: soundlyLocalized(same.fields, project.locales) }
  const next = withTranslationsDropped(chosen, sound, project.locales)
  const { locales, plugin } = project
  return {
    ...project,
    locales: locales && {
      ...locales,
      others: locales.others.map(({ id, name }) => ({ id, name })),
      dropped: [],
    },
    plugin: { ...plugin, dropped: [], lossy: [] },
    collections: project.collections.map((collection) => (collection === chosen ? next : settled(collection))),
    dropped: [],
  }
}

/** The same project with other locales, and nothing else changed. */
function withOtherLocales(project: ProjectModel, draw: Draw): ProjectModel {
  const locales = evolvedLocales(project.locales, draw)
  const collections = project.collections.map((collection) => {
    const same = settled(collection)
    return withTranslationsDropped(
      collection,
      { ...same, fields: soundlyLocalized(same.fields, locales) },
      project.locales,
    )
  })
  return { ...project, locales, collections, plugin: { ...project.plugin, dropped: [], lossy: [] }, dropped: [] }
}

function settingsOf({ drafts, trash, versions, limited, singleton, search, indexes }: CollectionModel) {
  return { drafts, trash, versions, limited, singleton, search, indexes }
}

/** A collection whose former changes are done; its renames are still declared. */
function settled({ renamedFrom, formerly, ...rest }: CollectionModel): CollectionModel {
  return { ...rest, formerly: renamedFrom ?? formerly, fields: rest.fields.map(settledField), dropped: [], limited: [] }
}

function settledField({ renamedFrom, formerly, isLossy: _lost, ...rest }: FieldModel): FieldModel {
  const { fields, item, blocks, choices } = rest
  return {
    ...rest,
    formerly: renamedFrom ?? formerly,
    ...(rest.dropped && { dropped: [] }),
    ...(choices && { choices: settledChoices(choices) }),
    ...(fields && { fields: fields.map(settledField) }),
    ...(item && { item: settledField(item) }),
    ...(blocks && {
      blocks: blocks.map(({ renamedFrom: old, ...block }) => ({
        ...block,
        formerly: old ?? block.formerly,
        fields: block.fields.map(settledField),
        dropped: [],
      })),
    }),
  }
}

/** One of the fields as it is after a change, the others as they are before it. */
function withOneField(before: CollectionModel, after: CollectionModel, draw: Draw): CollectionModel {
  const all = [...before.fields, ...after.fields.filter(({ id }) => !before.fields.some((item) => item.id === id))]
  const { id } = draw.pick(all)
  const old = before.fields.find((item) => item.id === id)
  const now = after.fields.find((item) => item.id === id)
  const others = before.fields.filter((item) => item !== old)
  if (!now) return { ...before, fields: others, dropped: old ? [old.name] : [] }
  const isTaken = others.some(({ name }) => name === now.name)
  if (isTaken && !old) return before
  const { renamedFrom: _from, ...kept } = now
  const named = isTaken && old ? { ...kept, name: old.name } : now
  return { ...before, fields: old ? before.fields.map((item) => (item === old ? named : item)) : [...others, named] }
}
