import type { EventName, HookEvent } from '../../../config/hooks.ts'
import { batch, type Statement } from '../../database/database.ts'
import { generationsOf } from '../../freshness/generations.ts'
import { eventOf, isListenedTo } from '../../plugins/hooks.ts'
import { promises } from '../../plugins/promises.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { toldDocument } from '../translations/with-translations.ts'
import type { DocumentChange } from './audit.ts'
import type { Deletions } from './deletions.ts'

/** Author of changes: a request, or the trigger that publishes due documents. */
export type Author = Pick<Call, 'c' | 'plan' | 'runtime'>

/** Changes to documents, in the order of the request. */
export interface Change {
  readonly documentChanges: readonly DocumentChange[]
  /** Documents that are deleted along with those of the changes. Default: none. */
  readonly deletions?: Deletions
  /** Documents that are restored from the trash. Default: none. */
  readonly recovered?: readonly Recovered[]
  /** True if the change concerns only data that readers do not see, such as pending changes. Default `false`. */
  readonly isApart?: boolean
}

/** A document that is restored from the trash, as it is stored. */
export interface Recovered {
  readonly plan: CollectionPlan
  readonly row: DocumentRow
}

/**
 * Writes changes to documents, in one transaction with the statements that plugins add.
 * @returns the events of the changes, for `notify`
 * @throws DatabaseError; if it is `unavailable`, the change and those statements may have taken effect nevertheless
 */
export function commit(
  author: Author,
  change: Change,
  statements: readonly Statement[],
): Promise<readonly HookEvent[]> {
  return commitTogether(author, [{ plan: author.plan, change }], statements)
}

/**
 * Writes changes to documents of several collections, as `commit` does for one.
 */
export async function commitTogether(
  { c, runtime }: Omit<Author, 'plan'>,
  parts: readonly { readonly plan: CollectionPlan; readonly change: Change }[],
  statements: readonly Statement[],
): Promise<readonly HookEvent[]> {
  const events = parts.flatMap(({ plan, change }) => eventsOf({ c, runtime, plan }, change))
  const promised = await promises(c, events)
  const generations = generationsOf(runtime)
  const changed = parts.flatMap(changedBy)
  const distrust = () => generations.distrust(changed)
  distrust()
  try {
    await batch(runtime.database, [...statements, ...promised])
  } finally {
    distrust()
  }
  return events
}

/** Returns the names of the collections whose documents a change affects; none for pending changes. */
function changedBy({ plan, change }: { readonly plan: CollectionPlan; readonly change: Change }): string[] {
  if (change.isApart) return []
  const recovered = (change.recovered ?? []).map((one) => one.plan.collection.name)
  return [plan.collection.name, ...(change.deletions?.keys() ?? []), ...recovered]
}

const EVENTS: { readonly [Action in DocumentChange['action']]: readonly EventName[] } = {
  'content.create': ['content:save'],
  'content.update': ['content:save', 'content:update'],
  'content.restore': ['content:save', 'content:update'],
  'content.draft': ['content:draft'],
  'content.discard': ['content:draft'],
  'content.publish': ['content:save', 'content:update'],
  'content.delete': ['content:delete'],
  'content.undelete': ['content:save', 'content:restore'],
}

/**
 * Returns the events of a change, in the order of the changes to documents. Deletions come last.
 */
function eventsOf(author: Author, { documentChanges, deletions = new Map(), recovered = [] }: Change): HookEvent[] {
  const isDeletion = ({ action }: DocumentChange) => action === 'content.delete'
  const ordered = [
    ...documentChanges.filter((documentChange) => !isDeletion(documentChange)),
    ...documentChanges.filter(isDeletion),
  ]
  return [
    ...ordered.flatMap((documentChange) => eventsOfChange(author, documentChange)),
    ...recovered.flatMap(({ plan, row }) =>
      eventsOfChange({ ...author, plan }, { action: 'content.undelete', before: null, after: row }),
    ),
    ...eventsOfDoomed(author, deletions),
  ]
}

function eventsOfChange({ c, plan }: Author, { action, before, after }: DocumentChange): HookEvent[] {
  const events = EVENTS[action].filter((event) => isListenedTo(c, event))
  if (events.length === 0) return []
  const payload = {
    collection: plan.collection.name,
    id: (after ?? before)?.id ?? '',
    before: before && toldDocument(before, plan),
    after: after && toldDocument(after, plan),
  }
  return events.map((event) => eventOf(c, event, payload))
}

function eventsOfDoomed({ c }: Author, deletions: Deletions): HookEvent[] {
  if (!isListenedTo(c, 'content:delete')) return []
  return [...deletions].flatMap(([collection, ids]) =>
    [...ids]
      .filter(([id, root]) => id !== root)
      .map(([id]) => eventOf(c, 'content:delete', { collection, id, after: null })),
  )
}
