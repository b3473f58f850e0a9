import { eq } from 'drizzle-orm'
import {
  coreTables,
  findService,
  type ManifestCollection,
  ownOrigin,
  type RequestContext,
  readsEvery,
  settingsOf,
  t,
} from 'lintel/kit'
import { formOf, requireCaller } from '../document.ts'
import { nameOf } from '../people.ts'
import { settings } from '../settings.ts'
import type { ThreadRow } from '../tables.ts'
import type { Colleague } from './mentions.ts'
import { fieldOf } from './shown-field.ts'

/** The function of the service `email` that this plugin uses. */
interface Mailer {
  sendEmail(message: { to: string; subject: string; html: string }): Promise<unknown>
}

interface Mentioned {
  readonly thread: ThreadRow
  readonly collection: ManifestCollection
  readonly text: string
  readonly people: readonly Colleague[]
}

/**
 * Sends an email with a link to each person whom a comment mentions, if the setting `notify` is on and a plugin offers
 * the service `email`.
 */
export async function notifyMentioned(
  c: RequestContext,
  { thread, collection, text, people }: Mentioned,
): Promise<void> {
  if (people.length === 0 || !settingsOf(c, settings).notify) return
  const mailer: Mailer | null = await findService(c, 'email')
  if (mailer === null) return
  const name = await nameOf(c, requireCaller(c).id)
  const title = await titleOf(c, thread.documentId)
  const titleField = fieldOf(collection, collection.titleField)
  for (const reader of people) {
    // The email names the document only if its recipient may read the title of every document.
    const isNamed = title !== null && titleField !== null && readsEvery(c, collection, titleField, reader)
    const document = isNamed ? title : t('a document')
    const subject = t('{name} mentioned you: {title}', { name: name ?? t('Somebody'), title: document })
    await mailer.sendEmail({ to: reader.email, subject, html: htmlOf(text, linkTo(c, thread), document) })
  }
}

async function titleOf(c: RequestContext, document: string): Promise<string | null> {
  const { content } = coreTables
  const [row] = await c.var.db.select({ title: content.title }).from(content).where(eq(content.id, document))
  return row?.title ?? null
}

function linkTo(c: RequestContext, { id, collectionId, documentId }: ThreadRow): string {
  return ownOrigin(c) + formOf({ collection: collectionId, document: documentId }, `#thread-${id}`)
}

function htmlOf(text: string, link: string, title: string): string {
  const lines = escaped(text).replaceAll('\n', '<br>')
  return `<blockquote>${lines}</blockquote><p><a href="${escaped(link)}">${escaped(title)}</a></p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
