import type { Filled } from './fill-form.ts'
import { MARK } from './hostile.ts'
import { type Control, type PageForm, type PageParts, readPage } from './page.ts'
import type { Received } from './send.ts'

/** Problems with what a browser is shown; empty where nothing is. */
export function judgePage(received: Received): string[] {
  const { status, headers, bytes } = received
  if (status >= 500 && !isUnconfigured(received)) return [`${status}`]
  const location = headers.get('location') ?? headers.get('hx-redirect')
  if (status >= 300 && status < 400) return isOwn(location) ? [] : [`leads elsewhere: ${location}`]
  const type = headers.get('content-type')?.split(';')[0]
  if (status === 204 || headers.has('content-disposition')) return []
  if (type !== 'text/html') return [`${status} is ${type}, not a page`]
  return markupIn(readPage(bytes.toString()))
}

/** A plugin that a page needs may be turned off, or have no settings: it says so. */
function isUnconfigured({ status, bytes }: Received): boolean {
  return status === 503 && bytes.toString().includes('<title>Service is not configured')
}

function isOwn(location: string | null): boolean {
  return location !== null && /^\/(?![/\\])/.test(location) && !/[\r\n\t\\]/.test(location)
}

/** Finds request values that became part of the page's markup. */
function markupIn({ elements }: PageParts): string[] {
  return elements.flatMap(({ name, attributes }) => {
    const handlers = Object.keys(attributes).filter((attribute) => attribute.includes(MARK))
    const scripts = ['href', 'src', 'action', 'formaction'].filter((attribute) =>
      /^\s*(?:javascript|vbscript|data:text\/html)/i.test(attributes[attribute] ?? ''),
    )
    return [
      ...(name.includes(MARK) ? ['what was sent comes back as markup'] : []),
      ...handlers.map(() => `what was sent comes back as an attribute of ${name}`),
      ...scripts.map((attribute) => `what was sent comes back as a script in ${attribute} of ${name}`),
    ]
  })
}

const REFUSED = [400, 409, 422]
/**
 * Kinds of controls whose values a refused form shows once more; secrets and files are asked for again. What is called
 * `~add` looks for something to add, and is no value.
 */
const SHOWN_AGAIN = ['text', 'textarea', 'email', 'number', 'date', 'datetime-local', 'url', 'search', 'tel']

/** Values that a form was sent with, was refused, and does not show any more. */
export function lostValues(form: PageForm, { fields }: Filled, { status, headers, bytes }: Received): string[] {
  if (!REFUSED.includes(status) || form.method === 'GET' || !headers.get('content-type')?.includes('html')) return []
  const isTypable = form.controls.every((control) =>
    fields.every(([field, value]) => field !== control.name || canBeTyped(control, value)),
  )
  if (!isTypable) return []
  const typed = form.controls.filter(({ name, kind }) => SHOWN_AGAIN.includes(kind) && !/^$|~add$/.test(name))
  if (typed.length === 0) return []
  const shown = readPage(bytes.toString()).forms.flatMap(({ controls }) => controls)
  return typed.flatMap(({ name }) => {
    const values = fields.filter(([field]) => field === name)
    const isShown = (value: string) => shown.some((one) => one.name === name && normal(one.value) === normal(value))
    const isKept = values.every(([, value]) => normal(value) === '' || isShown(value))
    return isKept ? [] : [`${status} loses what was typed into ${name}`]
  })
}

/** Tells whether a browser would have sent it: it lets nobody type on or leave out, and knows no date that is none. */
function canBeTyped({ kind, maxLength, isRequired }: Control, value: string): boolean {
  if (isRequired && value.trim() === '') return false
  return value.length <= maxLength && (KINDS[kind]?.test(value) ?? true)
}

const KINDS: { readonly [kind: string]: RegExp } = {
  date: /^\d{4}-\d\d-[012]\d$/,
  'datetime-local': /^\d{4}-\d\d-[012]\dT\d\d:\d\d$/,
  number: /^-?\d{1,10}$/,
}

/** As a control holds it: without line ends and without what HTML has no way to write. */
function normal(value: string): string {
  return value.replace(/[\s\0\ufffd]+/g, ' ').trim()
}
