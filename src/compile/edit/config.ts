import { type ArrayLiteralExpression, Node, type ObjectLiteralExpression, SyntaxKind, ts } from 'ts-morph'
import { callsOf } from './collection.ts'
import { setDropped } from './dropped.ts'
import { addImport, importOf, removeImport } from './imports.ts'
import { insertElement, removeElement } from './list.ts'
import { arrayAt, initializerOf, insertProperty, objectAt, requirePlain } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { editText, type Source } from './source.ts'
import { unwrap } from './value.ts'

/** Options of the config in the usual order. */
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

/** Returns the object that is passed to `defineConfig`. */
export function configSpec(source: Source): ObjectLiteralExpression {
  const found = callsOf(source, 'defineConfig')[0]?.getArguments()[0]
  if (!found)
    throw new EditRefused(
      'shape',
      'The config is created by code; a form can only change a config that is written as defineConfig({ … }).',
      source.path,
    )
  return requirePlain(source, objectAt(source, found, 'The config'), 'The config')
}

/** Returns a name that is not used in the file. */
function freeName({ file }: Source, base: string): string {
  const words = base.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const camel = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
  const taken = new Set(file.getDescendantsOfKind(SyntaxKind.Identifier).map((node) => node.getText()))
  // `config` and the like are used in this file as well, and keywords are not names.
  const isKeyword = ts.identifierToKeywordKind(ts.factory.createIdentifier(camel)) !== undefined
  return (
    [camel, `${camel}Collection`, `${camel}Content`, `${camel}Type`].find(
      (name) => !taken.has(name) && !(name === camel && isKeyword),
    ) ?? `${camel}${taken.size}`
  )
}

/** Imports a file and adds its export to a list of the config, `collections` or `plugins`. */
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
    /** Path of the file, relative to the config. */
    readonly file: string
    /** True if the list contains the result of calling the export. */
    readonly call?: boolean
  },
): string {
  return editText(path, text, (source) => {
    const local = freeName(source, name)
    const element = call ? `${local}()` : local
    const specifier = `./${withExtensionOf(source, file)}`
    const spec = () => configSpec(source)
    if (initializerOf(spec(), list)) {
      const known = () => arrayAt(source, initializerOf(spec(), list) ?? spec(), `The list ‘${list}’ of the config`)
      insertElement(source, known, placeOf(known(), element), { text: element })
    } else insertProperty(source, spec, list, CONFIG_ORDER, { text: `[${element}]` })
    addImport(source, local, specifier)
  })
}

/**
 * Returns the import path; without its extension if the file has relative imports and none of them has an extension.
 */
function withExtensionOf({ file: config }: Source, file: string): string {
  const relatives = config.getImportDeclarations().filter((declaration) => declaration.isModuleSpecifierRelative())
  const isBare = relatives.every((declaration) => !/\.[cm]?[jt]sx?$/.test(declaration.getModuleSpecifierValue()))
  return relatives.length > 0 && isBare ? file.replace(/\.ts$/, '') : file
}

/** Returns the index at which a new element is inserted: in order if the list is sorted, otherwise at the end. */
function placeOf(list: ArrayLiteralExpression, element: string): number {
  const texts = list.getElements().map((node) => node.getText())
  const isSorted = texts.length > 1 && texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') <= text)
  const at = isSorted ? texts.findIndex((text) => text > element) : -1
  return at === -1 ? texts.length : at
}

/**
 * Removes a collection from the config.
 * @param resolves tells whether an import's path leads to the file that declares the collection
 */
export function unregister(
  path: string,
  text: string,
  { name, resolves }: { readonly name: string; readonly resolves: (specifier: string) => boolean },
): string {
  return editText(path, text, (source) => {
    const spec = configSpec(source)
    const value = initializerOf(spec, 'collections')
    if (!value) throw refuseShape(source, spec, 'The config lists no collections.')
    const list = arrayAt(source, value, 'The list ‘collections’ of the config')
    const found = list.getElements().filter((node) => importedFrom(source, node, resolves))
    const [only] = found
    if (!only || found.length > 1)
      throw refuseShape(source, list, `The config does not list ${name} by a name that it imports from its file.`)
    const local = unwrap(only).getText()
    removeElement(source, list, only)
    const brought = importOf(source.file, local)
    if (brought) removeImport(source, brought, local)
  })
}

/** Tells whether an expression is a name that is imported from a certain file. */
export function importedFrom({ file }: Source, node: Node, resolves: (specifier: string) => boolean): boolean {
  const name = unwrap(node)
  const brought = Node.isIdentifier(name) ? importOf(file, name.getText()) : null
  return brought !== null && resolves(brought.getModuleSpecifierValue())
}

/** Returns the config's text with a removed collection and the reason in `dropped`; with `null`, without them. */
export function changeDropped(path: string, text: string, name: string, why: string | null): string {
  return editText(path, text, (source) => setDropped(source, () => configSpec(source), name, why, CONFIG_ORDER))
}
