import type { RequestContext } from '../../config/request.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import { MAX_BODY, mediaTypeOf, noteBody, readBytes } from './body.ts'

const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** Maximum number of fields in a form. No form of the admin has as many. */
const MAX_FORM_FIELDS = 1000

/** Tells whether the body is a form, by its media type. */
export function isForm(c: RequestContext): boolean {
  const type = mediaTypeOf(c)
  return type === URLENCODED || type === MULTIPART
}

/**
 * Reads a posted form, urlencoded or multipart. A route for large files reads its body itself, as a stream.
 * @param max maximum number of bytes. Default `MAX_BODY`
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, `validation_failed` for a body that is not a form
 */
export async function readForm(c: RequestContext, max: number = MAX_BODY): Promise<FormData> {
  const form = forms.get(c.req.raw) ?? (await readOnce(c, max))
  forms.set(c.req.raw, form)
  return form
}

const forms = new WeakMap<Request, FormData>()

/** Returns the form of this request, if it has been read. */
export function formRead(c: RequestContext): FormData | undefined {
  return forms.get(c.req.raw)
}

async function readOnce(c: RequestContext, max: number): Promise<FormData> {
  if (!isForm(c))
    throw new HttpError(
      'unsupported_media_type',
      t('Send a form, as {urlencoded} or {multipart}.', { urlencoded: URLENCODED, multipart: MULTIPART }),
    )
  const form = await parse(c, await readBytes(c.req.raw, max))
  const fields = [...form]
  if (fields.length > MAX_FORM_FIELDS) throw tooMany()
  noteBody(c, fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`).join('\n'))
  return form
}

/** Returns the values by name; several values of the same name become a list. */
export function formValues(form: FormData): Record<string, unknown> {
  const values = new Map<string, unknown[]>()
  for (const [name, value] of form) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]))
}

async function parse(c: RequestContext, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  if (mediaTypeOf(c) === URLENCODED && countOf(bytes, AMPERSAND) >= MAX_FORM_FIELDS) throw tooMany()
  try {
    return await new Response(bytes, { headers: { 'Content-Type': c.req.header('content-type') ?? '' } }).formData()
  } catch (cause) {
    throw new HttpError('validation_failed', t('The body is not a form.'), { errors: [], cause })
  }
}

const AMPERSAND = 0x26

function countOf(bytes: Uint8Array, countedByte: number): number {
  let count = 0
  for (const byte of bytes) if (byte === countedByte) count += 1
  return count
}

function tooMany(): HttpError {
  return new HttpError('payload_too_large', t('A form may have at most {max} fields.', { max: MAX_FORM_FIELDS }))
}
