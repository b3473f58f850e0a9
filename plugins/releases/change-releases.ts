import { and, count, eq, exists, inArray, ne, notInArray, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import {
  callApi,
  HttpError,
  insertRow,
  MAX_TOGETHER,
  manifestOf,
  type RequestContext,
  refusalIn,
  t,
  uuidv7,
} from 'lintel/kit'
import * as z from 'zod'
import { findRelease } from './read-releases.ts'
import { releaseDocuments, releases } from './tables.ts'

/** Creates an empty release, and returns its id. */
export async function createRelease(c: RequestContext, title: string): Promise<string> {
  const id = uuidv7()
  const createdBy = callerId(c)
  await c.var.db.insert(releases).values({ id, title, status: 'draft', createdAt: Date.now(), createdBy })
  return id
}

/**
 * Renames a release.
 * @throws HttpError `not_found`
 */
export async function renameRelease(c: RequestContext, id: string, title: string): Promise<void> {
  const renamed = await c.var.db
    .update(releases)
    .set({ title })
    .where(eq(releases.id, id))
    .returning({ id: releases.id })
  if (renamed.length === 0) await findRelease(c, id)
}

/**
 * Deletes a release; its documents do not change.
 * @throws HttpError `not_found`, `invalid_transition` for a scheduled one
 */
export async function deleteRelease(c: RequestContext, id: string): Promise<void> {
  const { db } = c.var
  const isOpen = and(eq(releases.id, id), ne(releases.status, 'scheduled'))
  const [, deleted] = await db.batch([
    db
      .delete(releaseDocuments)
      .where(inArray(releaseDocuments.releaseId, db.select({ id: releases.id }).from(releases).where(isOpen))),
    db.delete(releases).where(isOpen).returning({ id: releases.id }),
  ])
  if (deleted.length > 0) return
  await findRelease(c, id)
  throw isScheduled()
}

/** A document, which forms name as `posts/0198…`. */
export interface ChosenDocument {
  readonly collection: string
  readonly id: string
}

/** The release that a document is added to: an existing one, or a new one with this title. */
export interface ChosenRelease {
  readonly release?: string | undefined
  readonly title?: string | undefined
}

/**
 * Adds a document that the caller may read to a release that is not scheduled yet.
 * @returns the id of the release
 * @throws HttpError `not_found`; `invalid_transition` for a release that is scheduled or published, and for a document
 * with nothing to publish; `payload_too_large` for a release that is full
 */
export async function addDocument(
  c: RequestContext,
  document: ChosenDocument,
  { release, title }: ChosenRelease,
): Promise<string> {
  await requirePublishable(c, document)
  const releaseId = release || (await createRelease(c, title || t('New release')))
  await requireOpen(c, releaseId)
  const [total] = await c.var.db
    .select({ count: count() })
    .from(releaseDocuments)
    .where(eq(releaseDocuments.releaseId, releaseId))
  if ((total?.count ?? 0) >= MAX_TOGETHER) {
    throw new HttpError('payload_too_large', t('A release has at most {max} documents.', { max: MAX_TOGETHER }))
  }
  const place = { releaseId, collectionId: document.collection, documentId: document.id }
  const row = { ...place, addedAt: Date.now(), addedBy: callerId(c) }
  await ifOpen(c, releaseId, (isOpen) => insertRow(c.var.db, releaseDocuments, row, isOpen).onConflictDoNothing())
  return releaseId
}

/**
 * Removes a document from a release.
 * @throws HttpError `not_found`, `invalid_transition` for a release that is scheduled or published
 */
export async function removeDocument(c: RequestContext, releaseId: string, documentId: string): Promise<void> {
  const isListed = and(eq(releaseDocuments.releaseId, releaseId), eq(releaseDocuments.documentId, documentId))
  await ifOpen(c, releaseId, (isOpen) => c.var.db.delete(releaseDocuments).where(and(isListed, isOpen)))
}

/**
 * Runs a statement that changes nothing unless the release is open: neither scheduled nor published.
 * @throws HttpError `not_found`, `invalid_transition`
 */
async function ifOpen(c: RequestContext, id: string, statement: (isOpen: SQL) => BatchItem<'sqlite'>): Promise<void> {
  const { db } = c.var
  const open = and(eq(releases.id, id), notInArray(releases.status, ['scheduled', 'published']))
  const isOpen = exists(db.select({ id: releases.id }).from(releases).where(open))
  const [, [release]] = await db.batch([
    statement(isOpen),
    db.select({ status: releases.status }).from(releases).where(eq(releases.id, id)),
  ])
  requireStatus(release?.status ?? (await findRelease(c, id)).status)
}

async function requirePublishable(c: RequestContext, { collection, id }: ChosenDocument): Promise<void> {
  const hasDrafts = manifestOf(c).collections.some(({ name, drafts }) => name === collection && drafts)
  const fields = hasDrafts ? 'status,hasDraft' : 'id'
  const response = await callApi(c, `/api/${encodeURIComponent(collection)}/${encodeURIComponent(id)}?fields=${fields}`)
  if (response.status === 404) throw new HttpError('not_found', t('There is no such document.'))
  if (!response.ok) throw refusalIn(response)
  if (!hasDrafts) throw new HttpError('invalid_transition', t('Documents of this collection are always published.'))
  const { data } = documentBody.parse(response.body)
  if (data.status !== 'published' || data.hasDraft) return
  throw new HttpError(
    'invalid_transition',
    t('The document is published and has no pending changes. Save a change as a draft first.'),
  )
}

const documentBody = z.object({ data: z.object({ status: z.string(), hasDraft: z.boolean() }) })

async function requireOpen(c: RequestContext, id: string): Promise<void> {
  requireStatus((await findRelease(c, id)).status)
}

function requireStatus(status: string): void {
  if (status === 'scheduled') throw isScheduled()
  if (status === 'published') throw new HttpError('invalid_transition', t('The release is already published.'))
}

function isScheduled(): HttpError {
  return new HttpError('invalid_transition', t('The release is scheduled: cancel its schedule first.'))
}

/**
 * Returns the id of the caller. All routes of this plugin require somebody who is signed in.
 * @throws HttpError `unauthenticated`
 */
export function callerId(c: RequestContext): string {
  const user = c.get('user')
  if (user) return user.id
  throw new HttpError('unauthenticated')
}
