import * as z from 'zod'
import { callApi, decisionFor, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { message, t } from '../../../ui/t.ts'
import { menuFor } from '../../pages/menu.ts'

/** A place that somebody may want to be at. */
const destination = z.strictObject({
  label: z.string(),
  path: z.string(),
  kind: z.string().nullable().meta({ description: 'What it is, where the label does not say.' }),
})

export const destinationGroup = z.strictObject({ title: z.string(), destinations: z.array(destination).readonly() })

type Destination = z.output<typeof destination>
export type DestinationGroup = z.output<typeof destinationGroup>

/** Number of documents that are offered. */
const DOCUMENTS = 8

/** Words shorter than this find no documents. */
const SHORTEST = 2

/** Pages, forms for new documents, and documents whose text has the words; what the caller may not see is not there. */
export async function destinationsFor(c: RequestContext, words: string): Promise<readonly DestinationGroup[]> {
  const wanted = words.trim().toLocaleLowerCase()
  const matches = ({ label }: Destination) => label.toLocaleLowerCase().includes(wanted)
  const groups = [
    { title: message('Go to'), destinations: pages(c).filter(matches) },
    { title: message('Create'), destinations: wanted === '' ? [] : forms(c).filter(matches) },
    { title: message('Documents'), destinations: wanted.length < SHORTEST ? [] : await documents(c, words.trim()) },
  ]
  return groups.filter(({ destinations }) => destinations.length > 0)
}

function pages(c: RequestContext): Destination[] {
  return menuFor(c).flatMap(({ items }) => items.map(({ label, path }) => ({ label: t(label), path, kind: null })))
}

function forms(c: RequestContext): Destination[] {
  return manifestOf(c)
    .collections.filter(({ access }) => decisionFor(c, access.create) !== false)
    .map(({ name, label }) => ({
      label: t('New in {collection}', { collection: label.toLocaleLowerCase() }),
      path: `/admin/content/new?collection=${name}`,
      kind: null,
    }))
}

async function documents(c: RequestContext, words: string): Promise<Destination[]> {
  const query = new URLSearchParams({ q: words, limit: String(DOCUMENTS) })
  const response = await callApi(c, `/api/content?${query}`)
  if (!response.ok) return []
  const found = response.body.data as readonly { id: string; collection: string; title: string | null }[] // the contract's items
  return found.map(({ id, collection, title }) => ({
    label: title ?? id,
    path: `/admin/content/${id}/edit?collection=${collection}`,
    kind: collection,
  }))
}
