import { ts } from 'ts-morph'
import type { Json } from '../../config/fields/field-type.ts'
import { withdraw } from './collection.ts'
import { addImport, importOf, importsOf, localNameOf, removeImport } from './imports.ts'
import { elementsOf, insertElement, removeElement } from './list.ts'
import {
  arrayAt,
  excerpt,
  initializerOf,
  insertProperty,
  objectAt,
  propertyOf,
  requirePlain,
  setProperty,
} from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { applySplices, indentAt, lineStart, parseSource, type Source, type Splice, settle } from './source.ts'
import { printValue, unwrap } from './value.ts'

/** Options of the config in the order in which a person writes them. */
const CONFIG_ORDER = [
  'name',
  'collections',
  'plugins',
  'roles',
  'cors',
  'slowRequests',
  'auditRetention',
  'dropped',
  'environments',
]

/** The object that `defineConfig` is given. */
export function configSpec(source: Source): ts.ObjectLiteralExpression {
  const local = localNameOf(source.tree, 'defineConfig')
  let found: ts.Expression | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === local)
      found ??= node.arguments[0]
    ts.forEachChild(node, visit)
  }
  if (local !== null) visit(source.tree)
  if (!found) throw new EditRefused('shape', 'The config is made by code, not by defineConfig({ … }).', source.path)
  const spec = objectAt(source, found, 'The config')
  requirePlain(source, spec, 'The config')
  return spec
}

/** A name that nothing else in the file has. */
export function freeName(source: Source, wanted: string): string {
  const words = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const camel = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
  const taken = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) taken.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source.tree)
  // `config` and the like are words of this file, too; a keyword is no name.
  const isKeyword = ts.identifierToKeywordKind(ts.factory.createIdentifier(camel)) !== undefined
  return (
    [camel, `${camel}Collection`, `${camel}Content`, `${camel}Type`].find(
      (name) => !taken.has(name) && !(name === camel && isKeyword),
    ) ?? `${camel}${taken.size}`
  )
}

/** Imports a file and names what it exports in a list of the config, `collections` or `plugins`. */
export function register(
  path: string,
  text: string,
  {
    list,
    name,
    file,
    call = false,
  }: {
    readonly list: 'collections' | 'plugins'
    readonly name: string
    /** Relative to the config. */
    readonly file: string
    /** Whether the list holds the outcome of calling it. */
    readonly call?: boolean
  },
): string {
  const source = parseSource(path, text)
  const local = freeName(source, name)
  const element = call ? `${local}()` : local
  const specifier = `./${withExtensionOf(source, file)}`
  const listed = settle(path, text, (current) => {
    const spec = configSpec(current)
    const given = initializerOf(spec, list)
    if (!given) return insertProperty(current, spec, list, CONFIG_ORDER, () => `[${element}]`)
    const known = arrayAt(current, given, `What the config lists as ${list}`)
    const isListed = known.elements.some((node) => node.getText() === element)
    return isListed ? [] : addSorted(current, known, element)
  })
  return applySplices(listed, addImport(parseSource(path, listed), local, specifier))
}

/** As the imports beside it write theirs. */
function withExtensionOf({ tree }: Source, file: string): string {
  const own = importsOf(tree).filter(({ specifier }) => specifier.startsWith('.'))
  const isBare = own.length > 0 && own.every(({ specifier }) => !/\.[cm]?[jt]sx?$/.test(specifier))
  return isBare ? file.replace(/\.ts$/, '') : file
}

/** In its place where the list is in order, else at the end. */
function addSorted(source: Source, list: ts.ArrayLiteralExpression, element: string): Splice[] {
  const texts = list.elements.map((node) => node.getText())
  const isSorted = texts.length > 1 && texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') <= text)
  const at = isSorted ? texts.findIndex((text) => text > element) : -1
  return insertElement(source, list, at === -1 ? texts.length : at, element)
}

/**
 * Takes a collection out of the config.
 * @param resolves whether an import's path leads to the file that declares it
 */
export function unregister(
  path: string,
  text: string,
  { name, resolves }: { readonly name: string; readonly resolves: (specifier: string) => boolean },
): string {
  const source = parseSource(path, text)
  const spec = configSpec(source)
  const given = initializerOf(spec, 'collections')
  if (!given) throw refuseShape(source, spec, 'The config lists no collections.')
  const list = arrayAt(source, given, 'What the config lists as collections')
  const found = list.elements.flatMap((node, index) => {
    const inner = unwrap(node)
    const brought = ts.isIdentifier(inner) ? importOf(source.tree, inner.text) : null
    return ts.isIdentifier(inner) && brought && resolves(brought.specifier)
      ? [{ index, local: inner.text, brought }]
      : []
  })
  const [only] = found
  if (!only || found.length > 1) {
    throw refuseShape(source, list, `The config does not list ${name} by a name that it imports from its file.`)
  }
  return applySplices(text, [
    ...removeImport(source, only.brought, only.local),
    ...removeElement(source, list, only.index),
  ])
}

/** Says in `dropped` of the config that a collection is gone for good, and why. */
export function acknowledgeDrop(path: string, text: string, name: string, why: string): string {
  return settle(path, text, (source) => {
    const spec = configSpec(source)
    const given = initializerOf(spec, 'dropped')
    if (!given)
      return setProperty(source, spec, 'dropped', { [name]: why }, { order: CONFIG_ORDER, what: 'the config' })
    return setProperty(source, objectAt(source, given, 'What is dropped'), name, why, { what: 'what is dropped' })
  })
}

/** A collection that is declared again is dropped no longer. */
export function withdrawDrop(path: string, text: string, name: string): string {
  const source = parseSource(path, text)
  const spec = configSpec(source)
  const given = initializerOf(spec, 'dropped')
  const object = given && unwrap(given)
  if (!object || !ts.isObjectLiteralExpression(object) || !propertyOf(object, name)) return text
  return applySplices(text, withdraw(source, spec, object, name))
}

export interface SettingsChange {
  readonly plugin: string
  readonly environment: string | null
  readonly settings: { readonly [setting: string]: Json }
  /** Whether an import's path leads to the file that declares the plugin. */
  readonly resolves: (specifier: string) => boolean
}

/** Changes settings in the plugin's call, or in an environment over them. */
export function changeSettings(path: string, text: string, change: SettingsChange): string {
  const { environment } = change
  refuseSecrets(change.settings, path)
  return Object.entries(change.settings).reduce(
    (current, [setting, value]) =>
      settle(path, current, (source) =>
        environment === null
          ? settingOfCall(source, change, setting, value)
          : settingOfEnvironment(source, change, environment, setting, value),
      ),
    text,
  )
}

function settingOfCall(source: Source, change: SettingsChange, setting: string, value: Json): Splice[] {
  const spec = configSpec(source)
  const given = initializerOf(spec, 'plugins')
  if (!given) throw refuseShape(source, spec, 'The config lists no plugins.')
  const list = arrayAt(source, given, 'What the config lists as plugins')
  const call = list.elements.map(unwrap).find((node): node is ts.CallExpression => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false
    const brought = importOf(source.tree, node.expression.text)
    return brought !== null && change.resolves(brought.specifier)
  })
  if (!call) throw refuseShape(source, list, `The config does not call ${change.plugin} in its list of plugins.`)
  const [argument] = call.arguments
  if (!argument) {
    if (value === null) return []
    const start = call.end - 1
    const column = start - lineStart(source.text, start)
    const put = printValue({ [setting]: value }, { ...source, indent: indentAt(source.text, start), column })
    return [{ start, end: start, text: put }]
  }
  const object = objectAt(source, argument, `What ${change.plugin} is given`)
  const isLast = value === null && object.properties.length === 1 && propertyOf(object, setting) !== undefined
  if (isLast && unwrap(argument) === object) {
    refuseSecret(source, object, setting)
    return [{ start: argument.getStart(), end: argument.end, text: '' }]
  }
  return setSetting(source, object, change.plugin, setting, value)
}

function settingOfEnvironment(
  source: Source,
  { plugin }: SettingsChange,
  environment: string,
  setting: string,
  value: Json,
): Splice[] {
  const spec = configSpec(source)
  const given = initializerOf(spec, 'environments')
  if (!given) throw refuseShape(source, spec, 'The config lists no environments.')
  const environments = objectAt(source, given, 'What the config lists as environments')
  const own = initializerOf(environments, environment)
  if (!own) throw refuseShape(source, environments, `The config has no environment ${environment}.`)
  const object = objectAt(source, own, `The environment ${environment}`)
  requirePlain(source, object, `The environment ${environment}`)
  const plugins = initializerOf(object, 'plugins')
  const what = `the environment ${environment}`
  if (!plugins)
    return value === null ? [] : setProperty(source, object, 'plugins', { [plugin]: { [setting]: value } }, { what })
  const overrides = objectAt(source, plugins, `Settings of ${what}`)
  requirePlain(source, overrides, `Settings of ${what}`)
  const settings = initializerOf(overrides, plugin)
  if (!settings) return value === null ? [] : setProperty(source, overrides, plugin, { [setting]: value }, { what })
  const known = objectAt(source, settings, `What ${what} gives ${plugin}`)
  const isLast = value === null && known.properties.length === 1 && propertyOf(known, setting) !== undefined
  if (!isLast) return setSetting(source, known, plugin, setting, value)
  refuseSecret(source, known, setting)
  // What holds nothing any more goes with it.
  if (elementsOf(overrides).length > 1) return removeNamed(source, overrides, plugin)
  return removeNamed(source, object, 'plugins')
}

function setSetting(
  source: Source,
  object: ts.ObjectLiteralExpression,
  plugin: string,
  setting: string,
  value: Json,
): Splice[] {
  requirePlain(source, object, `What ${plugin} is given`)
  refuseSecret(source, object, setting)
  return setProperty(source, object, setting, value, { what: plugin })
}

/** Settings that hold what nobody but the worker may know. */
const SECRET_NAME = /(?:key|secret|password|token|credentials?)s?$/i

/** @throws EditRefused for what looks like a secret, at any depth: the config is in git */
function refuseSecrets(value: Json, file: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && (SECRET_NAME.test(name) || name === '$secret')) {
      const message = `${name} is a secret, and the config is in git: write secret('NAME') into the file by hand.`
      throw new EditRefused('invalid', message, file)
    }
    refuseSecrets(inner, file)
  }
}

/** What a secret is called is changed by hand: a form must not lead anybody to type one into a file. */
function refuseSecret(source: Source, object: ts.ObjectLiteralExpression, setting: string): void {
  const value = initializerOf(object, setting)
  const inner = value && unwrap(value)
  if (inner && ts.isCallExpression(inner))
    throw refuseShape(source, inner, `${setting} is ${excerpt(inner)}, and is changed in the file.`)
}

function removeNamed(source: Source, object: ts.ObjectLiteralExpression, name: string): Splice[] {
  const member = propertyOf(object, name)
  return member ? removeElement(source, object, object.properties.indexOf(member)) : []
}
