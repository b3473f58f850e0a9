/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { PageHeader, t } from 'lintel/ui'
import { type DocumentAddress, formOf, readableCollection } from '../document.ts'
import type { Thread } from './objects.ts'
import { Threads } from './thread-list.tsx'
import { findThread, readThreads } from './threads.ts'

type Found = { readonly data: readonly Thread[] } | undefined

/** Page that shows only the comments on a document. A new comment that was refused is shown in its form. */
export async function threadsPage(
  c: RequestContext,
  { query, refused }: Shown<Found, DocumentAddress | undefined>,
): Promise<Page> {
  const address = { collection: query?.collection ?? '', document: query?.document ?? '' }
  return pageOf(c, address, refused && { ...refused, thread: null })
}

/** Page that shows only the comments on a document, after a reply was refused: the reply is shown in its form. */
export async function threadAgain(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const { id, collectionId, documentId } = await orRefused(findThread(c, String(params.id)), refused)
  return pageOf(c, { collection: collectionId, document: documentId }, refused && { ...refused, thread: id })
}

/** All comments on the document of a thread that has just been changed, for the page that shows them. */
export async function threadsFragment(
  c: RequestContext,
  { result: { data } }: Shown<{ readonly data: Thread }>,
): Promise<Page> {
  const address = { collection: data.collection, document: data.document }
  const content = <Threads c={c} address={address} threads={await readThreads(c, address)} refused={null} />
  return { title: t('Comments'), content }
}

/** Returns the result of a look-up. If the look-up fails after a form was refused, throws the error of the form. */
async function orRefused<Found>(found: Promise<Found>, refused: Refused | null): Promise<Found> {
  return found.catch((error: unknown) => {
    throw refused?.problem ?? error
  })
}

async function pageOf(
  c: RequestContext,
  address: DocumentAddress,
  refused: Parameters<typeof Threads>[0]['refused'],
): Promise<Page> {
  await orRefused(readableCollection(c, address), refused)
  const content = (
    <>
      <PageHeader title={t('Comments')}>
        <a class="btn" data-variant="outline" href={formOf(address)}>
          {t('Open the document')}
        </a>
      </PageHeader>
      <div class="max-w-2xl">
        <Threads c={c} address={address} threads={await readThreads(c, address)} refused={refused} />
      </div>
    </>
  )
  return { title: t('Comments'), content }
}
