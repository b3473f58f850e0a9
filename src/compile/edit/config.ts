import { ts } from 'ts-morph'
import { withdraw } from './collection.ts'
import { addImport, importOf, importsOf, localNameOf, removeImport } from './imports.ts'
import { insertElement, removeElement } from './list.ts'
import { arrayAt, initializerOf, insertProperty, objectAt, propertyOf, requirePlain, setProperty } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { applySplices, parseSource, type Source, type Splice, settle } from './source.ts'
import { unwrap } from './value.ts'

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
  'lossy',
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
  if (!found)
    throw new EditRefused(
      'shape',
      'Code makes the config; a form can only change one that is written as defineConfig({ … }).',
      source.path,
    )
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
    /** Tells whether the list holds the outcome of calling it. */
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
