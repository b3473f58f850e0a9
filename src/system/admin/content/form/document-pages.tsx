/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../../config/route.ts'
import type { Refused } from '../../../../ground/problem.ts'
import type { ManifestCollection, RequestContext } from '../../../../runtime/kit.ts'
import { t } from '../../../../ui/index.ts'
import { collectionFor, editableFields } from '../collection-for.ts'
import type { Values } from '../document-values.ts'
import { readPending } from '../drafts/read-pending.ts'
import type { SentForm } from '../objects.ts'
import type { StoredDocument } from '../read-document.ts'
import { etagIn } from '../sent-form/pressed-button.ts'
import { readFields } from '../sent-form/read-fields.ts'
import { textsIn } from '../sent-form/texts.ts'
import { type Choice, choosePage } from './choose-page.tsx'
import { contentForm } from './page.tsx'
import type { FormProps } from './props.ts'
import { inWriterWords } from './writer-words.ts'

type Start = Shown<{ readonly data: readonly Choice[] | object }>

/** Page with the form of a new document, or with the choice of its collection. */
export async function newPage(c: RequestContext, { result: { data }, refused }: Start): Promise<Page> {
  if (Array.isArray(data)) return { title: t('New document'), content: choosePage(data) }
  const collection = await collectionFor(c)
  return formPage(c, {
    collection,
    document: null,
    etag: null,
    values: data as Values, // as the route created it
    ...(refused && refusedProps(c, collection, refused, null)),
  })
}

/** Page with the form of a stored document. */
export async function editPage(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const id = String(params.id)
  const collection = await collectionFor(c, id)
  const stored = await readPending(c, collection, id)
  return formPage(c, {
    collection,
    ...stored,
    values: stored.document,
    ...(refused && refusedProps(c, collection, refused, stored)),
  })
}

/** Page with a form whose data could not be sent, or with the value of a field copied from the original. */
export async function copyPage(c: RequestContext, { typed }: Shown): Promise<Page> {
  const id = c.req.query('id')
  const collection = await collectionFor(c, id)
  const stored = id === undefined ? null : await readPending(c, collection, id)
  const { values, typed: texts } = readFields(typed, editableFields(c, collection))
  const [copied] = textsIn(typed, '~copy')
  const original: Values =
    id !== undefined && copied !== undefined ? (await readPending(c, collection, id, null)).document : {}
  return formPage(c, {
    collection,
    document: stored?.document ?? null,
    values: copied === undefined ? values : { ...values, [copied]: original[copied] ?? null },
    typed: texts,
    // Keeps the form's own ETag, so that saving reports a conflict if somebody else has saved since.
    etag: stored === null ? null : (etagIn(typed) ?? stored.etag),
    isUnsaved: true,
  })
}

/** Returns the props for a refused form, with all of its data and the errors. */
function refusedProps(
  c: RequestContext,
  collection: ManifestCollection,
  { typed: form, problem }: Refused,
  stored: StoredDocument | null,
): Omit<FormProps, 'collection' | 'document'> {
  const fields = editableFields(c, collection)
  const { values, typed } = readFields(form, fields)
  const isConflict = problem.status === 412
  return {
    values,
    // After a conflict the user has seen the stored version, and may overwrite it.
    etag: isConflict ? (stored?.etag ?? null) : etagIn(form),
    errors: new Map(inWriterWords(problem.errors ?? [], fields, values).map(({ path, message }) => [path, message])),
    typed: new Map([...typed, ...timesIn(form)]),
    problem: problem.detail ?? t('The document could not be saved.'),
    isConflict,
  }
}

function timesIn(form: SentForm): (readonly [string, string])[] {
  return ['scheduledAt', 'publishedAt'].flatMap((name) =>
    textsIn(form, `~${name}`).flatMap((time) => (time === '' ? [] : [[name, time] as const])),
  )
}

function formPage(c: RequestContext, props: FormProps): Page {
  const { label } = props.collection
  const title =
    props.document === null
      ? t('New document in {collection}', { collection: label })
      : t('Edit {collection}', { collection: label })
  return { title, content: contentForm(c, props) }
}
