import type { EventName } from '../../config/plugin.ts'
import { emit } from '../hooks.ts'
import type { Call } from './call.ts'
import { type DocumentRow, toDocument } from './row.ts'

/** Tells hooks what happened to a document. `before` is `null` for a new one, `after` for one that is gone. */
export function announce(
  { c, plan }: Pick<Call, 'c' | 'plan'>,
  event: EventName,
  before: DocumentRow | null,
  after: DocumentRow | null,
): Promise<void> {
  return emit(c, event, () => ({
    collection: plan.collection.name,
    id: (after ?? before)?.id ?? '',
    before: before && toDocument(before, plan),
    after: after && toDocument(after, plan),
  }))
}
