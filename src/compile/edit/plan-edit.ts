import { dirname, join, normalize } from 'node:path'
import type { CollectionEdit, SourceEdit } from '../../manifest/source-edit.ts'
import { changeCollection, declarationsIn, findDeclaration } from './collection.ts'
import { changeDropped, register, unregister } from './config.ts'
import { requireField } from './fields.ts'
import { printCollection } from './new-collection.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { changeSettings } from './settings.ts'
import { openSource } from './source.ts'

/** The project before the edit. */
export interface EditedProject {
  /** Reads a file by its path relative to the project; `null` if it does not exist. */
  readonly read: (path: string) => string | null
  /** Path of the config: `cms.config.ts`. */
  readonly configFile: string
  /** Positions of the declarations of collections, and of plugins in the config, by name: `collections/posts.ts:3`. */
  readonly collections: ReadonlyMap<string, string>
  readonly plugins: ReadonlyMap<string, string>
}

/** A file before and after the edit; `null` if it does not exist. */
export interface FileChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

export interface EditPlan {
  /** Name of the collection or the plugin. */
  readonly name: string
  /** Path of the file with its declaration. */
  readonly file: string
  /** Files that change. */
  readonly changes: readonly FileChange[]
}

/**
 * Plans an edit of the project's files. Writes nothing.
 * @throws EditRefused if a file has a form that cannot be changed in place, or the edit is invalid
 */
export function planEdit(project: EditedProject, edit: SourceEdit): EditPlan {
  const plan = plans(project, edit)
  return { ...plan, changes: plan.changes.filter(({ before, after }) => before !== after) }
}

function plans(project: EditedProject, edit: SourceEdit): EditPlan {
  switch (edit.kind) {
    case 'create-collection':
      return planCreation(project, edit.collection)
    case 'change-collection':
      return planChange(project, edit)
    case 'delete-collection':
      return planDeletion(project, edit.name, edit.reason)
    case 'change-settings':
      return planSettings(project, edit)
  }
}

/** Folder of new collections. */
export const COLLECTIONS_FOLDER = 'collections'

function planCreation(project: EditedProject, collection: CollectionEdit): EditPlan {
  const { name } = collection
  requireName(name)
  for (const [field, options] of Object.entries(collection.fields ?? {})) requireField(field, options)
  const path = `${COLLECTIONS_FOLDER}/${name}.ts`
  if (project.collections.has(name))
    throw new EditRefused('exists', `The collection ${name} already exists.`, ...placeOf(project.collections.get(name)))
  if (project.read(path) !== null) throw new EditRefused('exists', `${path} already exists.`, path)
  const config = readConfig(project)
  const neighbour = [...project.collections.values()].map((place) => project.read(fileOf(place))).find((text) => text)
  const { style } = openSource(path, neighbour ?? config)
  const free = changeDropped(project.configFile, config, name, null)
  const file = relativeTo(project.configFile, path)
  const registered = register(project.configFile, free, { list: 'collections', name, file })
  return {
    name,
    file: path,
    changes: [
      { path, before: null, after: printCollection(collection, style) },
      { path: project.configFile, before: config, after: registered },
    ],
  }
}

/** Checks a name by the runtime's rule, so that it cannot lead out of the folder. */
function requireName(name: string): void {
  if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) return
  const rule = 'use lower-case letters, digits and underscores, starting with a letter, at most 40 characters'
  throw new EditRefused('invalid', `‘${name}’ cannot be the name of a collection: ${rule}.`)
}

function planChange(
  project: EditedProject,
  { collection, ...place }: Extract<SourceEdit, { kind: 'change-collection' }>,
): EditPlan {
  const path = fileOf(placeOfCollection(project, collection.name))
  const before = project.read(path)
  if (before === null) throw new EditRefused('missing', `${path} does not exist any more.`, path)
  const after = changeCollection(path, before, collection, place)
  return { name: collection.name, file: path, changes: [{ path, before, after }] }
}

function planDeletion(project: EditedProject, name: string, reason: string | null): EditPlan {
  const path = fileOf(placeOfCollection(project, name))
  const before = project.read(path)
  if (before === null) throw new EditRefused('missing', `${path} does not exist any more.`, path)
  const source = openSource(path, before)
  const { call } = findDeclaration(source, name)
  if (declarationsIn(source).length > 1 || path === project.configFile)
    throw refuseShape(source, call, `${path} declares more than the collection ${name}, so it cannot be deleted.`)
  const config = readConfig(project)
  const resolves = (specifier: string) => leadsTo(project.configFile, specifier, path)
  const removed = unregister(project.configFile, config, { name, resolves })
  const why = reason?.trim() ?? ''
  const after = why === '' ? removed : changeDropped(project.configFile, removed, name, why)
  return {
    name,
    file: path,
    changes: [
      { path, before, after: null },
      { path: project.configFile, before: config, after },
    ],
  }
}

function planSettings(
  project: EditedProject,
  { plugin, environment, settings }: Extract<SourceEdit, { kind: 'change-settings' }>,
): EditPlan {
  const place = project.plugins.get(plugin)
  if (place === undefined) throw new EditRefused('missing', `The config has no plugin ${plugin}.`)
  const before = readConfig(project)
  const resolves = (specifier: string) => leadsTo(project.configFile, specifier, fileOf(place))
  const change = { plugin, environment, settings, resolves }
  const after = changeSettings(project.configFile, before, change)
  return { name: plugin, file: project.configFile, changes: [{ path: project.configFile, before, after }] }
}

function placeOfCollection({ collections }: EditedProject, name: string): string {
  const place = collections.get(name)
  if (place === undefined) throw new EditRefused('missing', `There is no collection ${name}.`)
  return place
}

function readConfig({ read, configFile }: EditedProject): string {
  const text = read(configFile)
  if (text === null) throw new EditRefused('missing', `${configFile} does not exist any more.`, configFile)
  return text
}

function fileOf(place: string): string {
  return place.replace(/:\d+$/, '')
}

function placeOf(place: string | undefined): [string | null, number | null] {
  const [, file, line] = /^(.+):(\d+)$/.exec(place ?? '') ?? []
  return [file ?? null, line === undefined ? null : Number(line)]
}

function relativeTo(from: string, path: string): string {
  const folder = dirname(from)
  return folder === '.' ? path : `${'../'.repeat(folder.split('/').length)}${path}`
}

/**
 * Tells whether an import in a file leads to another file, with or without extension, or to a plugin of this package.
 */
function leadsTo(from: string, specifier: string, path: string): boolean {
  const [, shipped] = /^lintel\/plugins\/([\w-]+)$/.exec(specifier) ?? []
  if (shipped !== undefined) return new RegExp(`(?:^|/)plugins/${shipped}/plugin\\.[jt]s$`).test(path)
  if (!specifier.startsWith('.')) return false
  const resolved = normalize(join(dirname(from), specifier))
  return [resolved, `${resolved}.ts`, resolved.replace(/\.js$/, '.ts')].includes(normalize(path))
}
