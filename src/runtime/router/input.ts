import type * as z from 'zod'
import type { RequestContext } from '../../config/request.ts'
import type { Parsed, RouteInput } from '../../config/route.ts'
import { nearest } from '../../ground/nearest.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import { readBytes, readJson } from '../input/body.ts'
import { formValues, isForm, readForm } from '../input/form.ts'
import { readTyped } from '../input/typed-form.ts'
import { checkValue, describeCount } from '../input/validation-errors.ts'

/**
 * Parses a request with the route's schemas. If a route accepts both JSON and a form, parses the one that was sent.
 * @throws HttpError `invalid_query`, `validation_failed`, and the errors of reading a body
 */
export async function readInput(c: RequestContext, input: RouteInput): Promise<Parsed<RouteInput>> {
  const query = input.query === undefined ? undefined : readQuery(c, input.query)
  const body = await readBody(c, input)
  return { ...(query === undefined ? {} : { query }), ...body } as Parsed<RouteInput> // outputs of the schemas
}

async function readBody(c: RequestContext, { body, json, form }: RouteInput): Promise<Record<string, unknown>> {
  if (body !== undefined) return { body: await readEither(c, body, form) }
  if (form !== undefined && (json === undefined || isForm(c)))
    return { form: validate(form, formValues(await readForm(c))) }
  return json === undefined ? {} : { json: await readValue(c, json) }
}

/**
 * Reads a body as JSON or as a form. `form` is the schema of a form whose field names differ from those of the body.
 */
async function readEither(c: RequestContext, body: z.ZodType, form: z.ZodType | undefined): Promise<unknown> {
  if (!isForm(c)) return readValue(c, body)
  const typed = formValues(await readForm(c))
  return validate(body, form === undefined ? readTyped(body, typed) : validate(form, typed))
}

async function readValue(c: RequestContext, schema: z.ZodType): Promise<unknown> {
  const isLeftOut = schema.safeParse(undefined).success && (await isEmpty(c))
  return isLeftOut ? undefined : validate(schema, await readJson(c))
}

/**
 * Tells whether the body is empty. Not every client sends a length for an empty body, but every body has a content
 * type.
 */
async function isEmpty(c: RequestContext): Promise<boolean> {
  if (c.req.raw.body === null || c.req.header('content-length') === '0') return true
  return c.req.header('content-type') === undefined && (await readBytes(c.req.raw)).length === 0
}

/**
 * Validates a value, and returns the output of the schema.
 * @throws HttpError `validation_failed` with the invalid values
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = checkValue(schema, value)
  if (result.success) return result.data
  const { errors } = result
  throw new HttpError('validation_failed', describeCount(errors), { errors })
}

function readQuery(c: RequestContext, schema: z.ZodType): unknown {
  const values: Record<string, string> = {}
  for (const [name, value] of new URL(c.req.url).searchParams) {
    if (name === 'pretty' && c.req.path.startsWith('/api')) continue
    if (Object.hasOwn(values, name)) throw new HttpError('invalid_query', t('{name} is given twice.', { name }))
    values[name] = value
  }
  const result = checkValue(schema, values)
  if (result.success) return result.data
  const [first] = result.errors
  throw new HttpError('invalid_query', first && explain(first, schema))
}

function explain({ path, code, message }: { path: string; code: string; message: string }, schema: z.ZodType): string {
  if (code !== 'unknown_field') return `${path}: ${message}`
  const names = Object.keys((schema as Partial<z.ZodObject>).shape ?? {})
  const like = nearest(path, names)
  const sentence = t('There is no parameter {name}.', { name: path })
  return like === undefined ? sentence : `${sentence} ${t('Did you mean {like}?', { like })}`
}
