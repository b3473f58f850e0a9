import { ts } from 'ts-morph'
import type { Json } from '../../config/fields/field-type.ts'
import type { CollectionEdit } from '../../manifest/source-edit.ts'
import { COLLECTION_ORDER } from './collection-order.ts'
import { type FieldsPlace, first, stepOfFields } from './fields.ts'
import { localNameOf } from './imports.ts'
import { removeElement } from './list.ts'
import { initializerOf, namesIn, objectAt, propertyOf, requirePlain, setProperty } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { type Source, type Splice, settle } from './source.ts'
import { unwrap } from './value.ts'

/** A collection's declaration in its file. */
export interface Declaration {
  readonly source: Source
  readonly call: ts.CallExpression
  readonly spec: ts.ObjectLiteralExpression
}

/**
 * Finds `defineCollection({ name: 'posts', … })`.
 * @throws EditRefused where the file declares it in another way
 */
export function findDeclaration(source: Source, name: string): Declaration {
  const calls = declarationsIn(source)
  for (const call of calls) {
    const [given] = call.arguments
    const spec = given && unwrap(given)
    if (!spec || !ts.isObjectLiteralExpression(spec)) continue
    const written = initializerOf(spec, 'name')
    if (written && ts.isStringLiteralLike(written) && written.text === name) return { source, call, spec }
  }
  const [first] = calls
  const message = `Code makes the collection ${name}; a form can only change one that is written as defineCollection({ name: '${name}', … }).`
  throw first ? refuseShape(source, first, message) : new EditRefused('shape', message, source.path)
}

/** Every call of `defineCollection` in the file. */
export function declarationsIn({ tree }: Source): readonly ts.CallExpression[] {
  const local = localNameOf(tree, 'defineCollection')
  const found: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === local)
      found.push(node)
    ts.forEachChild(node, visit)
  }
  if (local !== null) visit(tree)
  return found
}

/** The file's text with the collection as it is wanted. Each step is the least that a person would have typed. */
export function changeCollection(path: string, text: string, wanted: CollectionEdit, place: FieldsPlace = {}): string {
  return settle(path, text, (source) => nextStep(findDeclaration(source, wanted.name), wanted, place))
}

function nextStep(declaration: Declaration, wanted: CollectionEdit, place: FieldsPlace): Splice[] {
  const { source, spec } = declaration
  requirePlain(source, spec, `The collection ${wanted.name}`)
  const { name: _name, fields, dropped, ...options } = wanted
  const steps = [
    () => (fields === undefined ? [] : stepOfFields(declaration, fields, dropped ?? {}, place)),
    () => (place.inside?.length ? [] : stepOfDropped(declaration, wanted)),
    ...Object.entries(options).map(([option, value]) => () => {
      const plain = value as Json | undefined // `fields` alone holds anything else
      if (plain === undefined) return []
      const what = `the collection ${wanted.name}`
      if (option === 'access' && isRules(plain)) return stepOfAccess(declaration, plain)
      return setProperty(source, spec, option, plain, { order: COLLECTION_ORDER, what })
    }),
  ]
  return first(steps)
}

function isRules(value: Json): value is { readonly [action: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rules one by one: what is not named stays, functions among them. */
function stepOfAccess({ source, spec }: Declaration, rules: { readonly [action: string]: Json }): Splice[] {
  const given = initializerOf(spec, 'access')
  const declared = Object.entries(rules).filter(([, rule]) => rule !== null)
  if (!given) {
    if (declared.length === 0) return []
    const what = 'the collection'
    return setProperty(source, spec, 'access', Object.fromEntries(declared), { order: COLLECTION_ORDER, what })
  }
  const object = objectAt(source, given, 'Who may do what')
  requirePlain(source, object, 'Who may do what')
  const kept = namesIn(object).filter((action) => rules[action] !== null)
  const member = propertyOf(spec, 'access')
  if (kept.length === 0 && declared.length === 0 && member && unwrap(given) === object)
    return removeElement(source, spec, spec.properties.indexOf(member))
  return first(
    Object.entries(rules).map(
      ([action, rule]) =>
        () =>
          setProperty(source, object, action, rule, { order: ACTIONS, what: 'who may do what' }),
    ),
  )
}

const ACTIONS = ['read', 'create', 'update', 'delete']

/** A field that is declared again is dropped no longer. */
function stepOfDropped({ source, spec }: Declaration, { fields = {} }: CollectionEdit): Splice[] {
  const given = initializerOf(spec, 'dropped')
  const object = given && unwrap(given)
  if (!object || !ts.isObjectLiteralExpression(object)) return []
  const again = namesIn(object).find((name) => Object.hasOwn(fields, name))
  if (again === undefined) return []
  return withdraw(source, spec, object, again)
}

/** Takes a name out of `dropped`, and `dropped` itself when it is the last. */
export function withdraw(
  source: Source,
  spec: ts.ObjectLiteralExpression,
  object: ts.ObjectLiteralExpression,
  name: string,
): Splice[] {
  const member = propertyOf(spec, 'dropped')
  if (object.properties.length === 1 && member) return removeElement(source, spec, spec.properties.indexOf(member))
  const entry = propertyOf(object, name)
  return entry ? removeElement(source, object, object.properties.indexOf(entry)) : []
}
