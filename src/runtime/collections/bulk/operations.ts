import { t } from '../../../messages/translate.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'

/** Maximum number of operations in one request. */
export const MAX_OPERATIONS = 500

/** Maximum size of one request's body in bytes: 500 documents of 16 KiB each. */
export const MAX_BULK_BODY = 8 * 1024 * 1024

/** One operation of a bulk request. `data` is validated like the body of the single endpoint. */
export type Operation =
  | { readonly action: 'create'; readonly data: unknown }
  | { readonly action: 'update'; readonly id: string; readonly data: unknown; readonly ifMatch?: string }
  | { readonly action: 'delete'; readonly id: string; readonly ifMatch?: string }

/** Properties of each action, with whether the property is required. */
const PROPERTIES: { readonly [Action in Operation['action']]: { readonly [name: string]: boolean } } = {
  create: { action: true, data: true },
  update: { action: true, id: true, data: true, ifMatch: false },
  delete: { action: true, id: true, ifMatch: false },
}

/**
 * Reads the operations in a body. For a malformed operation, returns the error that describes it.
 * @throws HttpError `payload_too_large`; `validation_failed` for a body without a list of operations
 */
export function readOperations(body: unknown): readonly (Operation | HttpError)[] {
  const input = isObject(body) ? body : {}
  const { operations } = input
  const [unknown] = Object.keys(input).filter((name) => name !== 'operations')
  if (unknown !== undefined)
    throw invalid([{ path: unknown, code: 'unknown_field', message: t('There is no such field.') }])
  if (!Array.isArray(operations)) {
    throw invalid([{ path: 'operations', code: 'required', message: t('A list of operations is required.') }])
  }
  if (operations.length === 0) {
    throw invalid([{ path: 'operations', code: 'too_small', message: t('At least one operation is required.') }])
  }
  if (operations.length > MAX_OPERATIONS) {
    throw new HttpError('payload_too_large', t('A request may have at most {max} operations.', { max: MAX_OPERATIONS }))
  }
  return refuseRepetition(operations.map(readOperation))
}

function readOperation(input: unknown): Operation | HttpError {
  if (!isObject(input))
    return invalid([{ path: '', code: 'invalid_type', message: t('An operation must be an object.') }])
  const { action } = input
  if (typeof action !== 'string' || !Object.hasOwn(PROPERTIES, action)) {
    return invalid([
      { path: 'action', code: 'invalid_value', message: t('One of {values}.', { values: 'create, update, delete' }) },
    ])
  }
  const properties = PROPERTIES[action as Operation['action']] // the actions are its keys
  const errors = [
    ...Object.keys(input).flatMap((name) => (Object.hasOwn(properties, name) ? [] : [unknownProperty(name, action)])),
    ...Object.entries(properties).flatMap(([name, isRequired]) => checkProperty(name, input[name], isRequired)),
  ]
  return errors.length > 0 ? invalid(errors) : (input as unknown as Operation) // its properties were checked above
}

function unknownProperty(name: string, action: string): FieldError {
  return {
    path: name,
    code: 'unknown_field',
    message: t('{action} takes no {name}.', { action, name: name.slice(0, 100) }),
  }
}

function checkProperty(path: string, value: unknown, isRequired: boolean): FieldError[] {
  if (value === undefined) return isRequired ? [{ path, code: 'required', message: t('A value is required.') }] : []
  const fits = path === 'data' || typeof value === 'string'
  return fits ? [] : [{ path, code: 'invalid_type', message: t('Text is required.') }]
}

/**
 * Refuses a second operation on the same document: all operations happen at once, so the two would contradict each
 * other.
 */
function refuseRepetition(operations: readonly (Operation | HttpError)[]): readonly (Operation | HttpError)[] {
  const seen = new Map<string, number>()
  return operations.map((operation, index) => {
    if (operation instanceof HttpError || operation.action === 'create') return operation
    const first = seen.get(operation.id)
    if (first === undefined) {
      seen.set(operation.id, index)
      return operation
    }
    const message = t('Operation {first} concerns the same document.', { first })
    return invalid([{ path: 'id', code: 'duplicate', message }])
  })
}

function invalid(errors: readonly FieldError[]): HttpError {
  return new HttpError('validation_failed', errors[0]?.message, { errors })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
