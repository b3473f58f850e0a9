import type { MiddlewareHandler } from 'hono'
import type { FieldData, FieldType, Storage } from '../../fields/field-type.ts'
import type { FieldInAdmin } from '../../fields/in-admin.ts'
import { fieldTypesOf } from '../../runtime/kit.ts'

const loaded = new Map<string, FieldInAdmin>()

/** Middleware that loads the admin's parts of field types before the first request is served. */
export const withKinds: MiddlewareHandler = async (c, next) => {
  const types = fieldTypesOf(c)
  const missing = Object.values(types).filter(({ kind }) => !loaded.has(kind))
  await Promise.all(missing.map(async (type) => loaded.set(type.kind, await load(type, types))))
  await next()
}

async function load(type: FieldType, types: Readonly<Record<string, FieldType>>): Promise<FieldInAdmin> {
  const { storage } = type
  const like = types[typeof storage === 'string' ? LIKE[storage] : 'json']
  const module = await (type.admin ?? like?.admin)?.()
  if (!module) throw new Error(`the program has no field type ${type.kind}: run cms build`)
  return module.admin
}

/** Kind whose control is used for field types without a control of their own, by storage. */
const LIKE: Readonly<Record<Storage, string>> = {
  text: 'string',
  integer: 'number',
  real: 'number',
  boolean: 'boolean',
  datetime: 'datetime',
  json: 'json',
  join: 'references',
}

/** Returns the admin's part of a field's type: control, form reader, cell and filter. */
export function inAdmin({ kind }: Pick<FieldData, 'kind'>): FieldInAdmin {
  const known = loaded.get(kind)
  if (!known) throw new Error(`the field types have not been loaded, including ${kind}`)
  return known
}
