import { type CallExpression, Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph'
import type { Json } from '../../fields/field-type.ts'
import type { CollectionEdit } from '../../manifest/source-edit.ts'
import { COLLECTION_ORDER } from './collection-order.ts'
import { setDropped } from './dropped.ts'
import { changeFields, type FieldsPosition } from './fields.ts'
import { localNameOf } from './imports.ts'
import { initializerOf, requirePlain, setInside, setProperty } from './object.ts'
import { EditRefused, refuseShape } from './refusal.ts'
import { editText, lookUp, type Source } from './source.ts'
import { isRecord, literalText, unwrap } from './value.ts'

/** The declaration of a collection in its file. */
export interface Declaration {
  readonly call: CallExpression
  readonly spec: ObjectLiteralExpression
}

/**
 * Finds `defineCollection({ name: 'posts', … })`.
 * @throws EditRefused if the file declares it differently
 */
export function findDeclaration(source: Source, name: string): Declaration {
  const calls = declarationsIn(source)
  for (const call of calls) {
    const [argument] = call.getArguments()
    const spec = argument && unwrap(argument)
    if (!Node.isObjectLiteralExpression(spec)) continue
    const written = initializerOf(spec, 'name')
    if (written && literalText(written) === name) return { call, spec }
  }
  const [first] = calls
  const message = `The collection ${name} is created by code; a form can only change a collection that is written as defineCollection({ name: '${name}', … }).`
  throw first ? refuseShape(source, first, message) : new EditRefused('shape', message, source.path)
}

/** Returns every call of `defineCollection` in the file. */
export function declarationsIn(source: Source): readonly CallExpression[] {
  return callsOf(source, 'defineCollection')
}

/** Returns every call of an export of `lintel` in the file. */
export function callsOf({ file }: Source, exported: string): readonly CallExpression[] {
  const local = localNameOf(file, exported)
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression)
  return local === null ? [] : calls.filter((call) => call.getExpression().getText() === local)
}

/** Returns the file's text with the collection changed by `edit`, with the smallest possible changes. */
export function changeCollection(path: string, text: string, edit: CollectionEdit, place: FieldsPosition = {}): string {
  return editText(path, text, (source) => {
    const { name, fields, dropped = {}, ...options } = edit
    const what = `The collection ${name}`
    const spec = lookUp(() => requirePlain(source, findDeclaration(source, name).spec, `The collection ${name}`))
    spec()
    if (fields !== undefined) changeFields(source, spec, fields, dropped, place)
    if (!place.inside?.length)
      for (const field of Object.keys(fields ?? {})) setDropped(source, spec, field, null, COLLECTION_ORDER)
    for (const [option, value] of Object.entries(options)) {
      const plain = value as Json | undefined // only `fields` is not JSON
      if (plain === undefined) continue
      // Rules that are not named are kept, including functions.
      if (option === 'access' && isRecord(plain))
        for (const [action, rule] of Object.entries(plain))
          setInside(source, spec, ['access', action], rule, [
            { order: COLLECTION_ORDER, what },
            { order: ACTIONS, what: 'The option ‘access’', plain: true },
          ])
      else setProperty(source, spec, option, plain, { order: COLLECTION_ORDER, what })
    }
  })
}

const ACTIONS = ['read', 'create', 'update', 'delete']
