/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { ERRORS, type ErrorCode, type ManifestCollection } from '../../../../runtime/kit.ts'
import { Alert, message, t, tn } from '../../../../ui/index.ts'
import type { ListOutcome } from '../bulk/outcome.ts'
import { editPath, trashPath, undoPath } from '../paths.ts'
import { UndoButton } from '../undo/undo-button.tsx'
import type { ListProps } from './props.ts'

/** Notices about a document that was deleted on its own page. */
const ONE: Readonly<Record<string, string>> = {
  deleted: message('Deleted.'),
  trashed: message('Moved to the trash.'),
}

/** Notices of actions that changed nothing, because no document needed the change. */
const NOTHING_TO_DO: Readonly<Record<string, string>> = {
  publish: message('Nothing to publish: all selected documents are already published.'),
  unpublish: message('Nothing to unpublish: only drafts are selected.'),
}

/** Notice about an action: how many documents it changed, which were refused and why, and a button that undoes it. */
export function ListNotice({ outcome, ...props }: ListProps & { outcome: ListOutcome | null }) {
  const { collection } = props
  if (outcome === null || collection === null) return null
  const title = titleOf(outcome, collection)
  if (title === null) return null
  const { refusedCount } = outcome
  return (
    <Alert kind={outcome.count === 0 && refusedCount > 0 ? 'error' : 'success'} title={title}>
      {(refusedCount > 0 || outcome.undo.length > 0 || isInTrash(outcome, collection)) && (
        <div class="flex flex-wrap items-center gap-3">
          {refusedCount > 0 && <Refused {...props} collection={collection} outcome={outcome} />}
          {outcome.did === 'trashed' ? (
            <UndoOne collection={collection.name} id={outcome.undo[0]} />
          ) : (
            <UndoAll {...props} collection={collection} outcome={outcome} />
          )}
          {isInTrash(outcome, collection) && (
            <a class="underline" href={trashPath(collection.name)}>
              {t('Open the trash')}
            </a>
          )}
        </div>
      )}
    </Alert>
  )
}

function isInTrash({ did }: ListOutcome, { trash }: ManifestCollection): boolean {
  return trash !== null && did === 'delete'
}

function titleOf({ did, count, refusedCount }: ListOutcome, { trash }: ManifestCollection): string | null {
  if (count === null) return ONE[did] === undefined ? null : t(ONE[did])
  if (count === 0 && NOTHING_TO_DO[did] !== undefined && refusedCount === 0) return t(NOTHING_TO_DO[did])
  switch (did) {
    case 'publish':
      return tn(count, '{count} document published', '{count} documents published')
    case 'unpublish':
      return tn(count, '{count} document unpublished', '{count} documents unpublished')
    case 'schedule':
      return tn(count, '{count} document scheduled', '{count} documents scheduled')
    case 'restore':
      return tn(count, '{count} document restored', '{count} documents restored')
    case 'undo':
      return tn(count, '{count} document is as it was before', '{count} documents are as they were before')
    case 'delete':
      return trash === null
        ? tn(count, '{count} document deleted', '{count} documents deleted')
        : tn(count, '{count} document moved to the trash', '{count} documents moved to the trash')
    default:
      return null
  }
}

interface RefusedProps extends ListProps {
  readonly collection: ManifestCollection
  readonly outcome: ListOutcome
}

/** Shows `1 was refused: Title (reason)`, with a link to each document that it names. */
function Refused({ collection, outcome, rows }: RefusedProps) {
  const { titleField } = collection
  const { did, refused, refusedCount: total } = outcome
  return (
    <p>
      {tn(total, '{count} was refused:', '{count} were refused:')}{' '}
      {refused.map(({ id, code }, index) => {
        const title = titleField === null ? null : rows.find((row) => row.id === id)?.[titleField]
        return (
          <>
            {index > 0 && ', '}
            <a class="underline" href={editPath(collection.name, id)}>
              {typeof title === 'string' && title !== '' ? title : id}
            </a>{' '}
            ({reasonOf(did, code)})
          </>
        )
      })}
      {total > refused.length && ' …'}
    </p>
  )
}

function reasonOf(did: string, code: string): string {
  if (did === 'undo' && code === 'precondition_failed') return t('changed since then, so it was left as it is')
  if (did === 'undo' && code === 'validation_failed') return t('its time has passed')
  return t(ERRORS[code as ErrorCode]?.title ?? code)
}

function UndoAll({ collection, outcome, back }: ListProps & { collection: ManifestCollection; outcome: ListOutcome }) {
  if (outcome.undo.length === 0) return null
  return (
    <form method="post" action={undoPath(collection.name)}>
      <input type="hidden" name="back" value={back} />
      {outcome.undo.map((mark) => (
        <input type="hidden" name="undo" value={mark} />
      ))}
      <UndoButton name="action" value="undo" />
    </form>
  )
}

/** Button that restores the document that was just deleted. */
function UndoOne({ collection, id }: { collection: string; id: string | undefined }) {
  if (id === undefined) return null
  return (
    <form method="post" action={trashPath(collection)}>
      <UndoButton name="one" value={`restore ${collection}/${id}`} />
    </form>
  )
}
