/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { ERRORS, type ErrorCode, type ManifestCollection } from '../../../runtime/kit.ts'
import { Alert, Icon, message, t, tn } from '../../../ui/index.ts'
import type { ListOutcome } from './list-outcome.ts'
import type { ListProps } from './list-props.ts'
import { editPath, trashPath } from './paths.ts'

/** Notices about one document that was deleted on its own page. */
const ONE: Readonly<Record<string, string>> = {
  deleted: message('Deleted.'),
  trashed: message('Moved to the trash.'),
}

/** The action that undoes another. */
const OPPOSITE: Readonly<Record<string, string>> = { publish: 'unpublish', unpublish: 'publish', delete: 'restore' }

/** Notice of an action: how many documents it changed, which were refused and why, and a button that undoes it. */
export function ListNotice({ outcome, ...props }: ListProps & { outcome: ListOutcome | null }) {
  const { collection } = props
  if (outcome === null || collection === null) return null
  const title = titleOf(outcome, collection)
  if (title === null) return null
  const { refused, refusedCount } = outcome
  return (
    <Alert kind={outcome.count === 0 ? 'error' : 'success'} title={title}>
      {(refusedCount > 0 || outcome.undo.length > 0 || isInTrash(outcome, collection)) && (
        <div class="flex flex-wrap items-center gap-3">
          {refusedCount > 0 && <Refused {...props} collection={collection} refused={refused} total={refusedCount} />}
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

function titleOf({ did, count }: ListOutcome, { trash }: ManifestCollection): string | null {
  if (count === null) return ONE[did] === undefined ? null : t(ONE[did])
  switch (did) {
    case 'publish':
      return tn(count, '{count} document published', '{count} documents published')
    case 'unpublish':
      return tn(count, '{count} document unpublished', '{count} documents unpublished')
    case 'schedule':
      return tn(count, '{count} document scheduled', '{count} documents scheduled')
    case 'restore':
      return tn(count, '{count} document restored', '{count} documents restored')
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
  readonly refused: ListOutcome['refused']
  readonly total: number
}

/** `1 refused: “Title” (reason)`, each a link to its document. */
function Refused({ collection, refused, total, rows }: RefusedProps) {
  const { titleField } = collection
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
            ({t(ERRORS[code as ErrorCode]?.title ?? code)})
          </>
        )
      })}
      {total > refused.length && ' …'}
    </p>
  )
}

function UndoAll({ collection, outcome, back }: ListProps & { collection: ManifestCollection; outcome: ListOutcome }) {
  const action = OPPOSITE[outcome.did]
  if (outcome.undo.length === 0 || action === undefined) return null
  if (action === 'restore' && collection.trash === null) return null
  return (
    <form method="post" action={`/admin/content/bulk?collection=${collection.name}`}>
      <input type="hidden" name="back" value={back} />
      {outcome.undo.map((id) => (
        <input type="hidden" name="id" value={id} />
      ))}
      <UndoButton name="action" value={action} />
    </form>
  )
}

/** Restores what has just been deleted. */
function UndoOne({ collection, id }: { collection: string; id: string | undefined }) {
  if (id === undefined) return null
  return (
    <form method="post" action={trashPath(collection)}>
      <UndoButton name="one" value={`restore ${collection}/${id}`} />
    </form>
  )
}

function UndoButton({ name, value }: { name: string; value: string }) {
  return (
    <button type="submit" class="btn" data-variant="outline" data-size="sm" name={name} value={value}>
      <Icon name="rotate-ccw" />
      {t('Undo')}
    </button>
  )
}
