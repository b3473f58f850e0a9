/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import type { ManifestCollection, RequestContext } from 'lintel/kit'
import { errorAt, Field, Icon, Refusal, Time, t, tn, typedIn } from 'lintel/ui'
import { collectionNamed, type DocumentAddress, formOf } from '../document.ts'
import { CommentText } from './comment-text.tsx'
import type { Comment, Thread } from './objects.ts'
import { fieldOf, isThreadShown } from './shown-field.ts'
import { TextForm } from './text-form.tsx'

interface ThreadsProps {
  readonly c: RequestContext
  readonly address: DocumentAddress
  readonly threads: readonly Thread[]
  /** The refusal of a form for comments, with the thread that the form replies to; `null` if no form was refused. */
  readonly refused: (Refused & { readonly thread: string | null }) | null
}

/**
 * Comments on a document: open threads, resolved ones, and a form. A script sends the forms from within the page of the
 * document (`data-part`), and marks the labels of fields.
 */
export function Threads({ c, address, threads, refused }: ThreadsProps) {
  const collection = collectionNamed(c, address.collection)
  const open = threads.filter(({ resolvedAt }) => resolvedAt === null)
  const resolved = threads.filter(({ resolvedAt }) => resolvedAt !== null)
  const refusedAt = (thread: string | null) => (refused?.thread === thread ? refused : null)
  const one = (thread: Thread) => <ThreadItem collection={collection} thread={thread} refused={refusedAt(thread.id)} />
  return (
    <div class="grid gap-4" data-part data-field-comments={JSON.stringify(countsByField(open))} data-words={words()}>
      <FieldMark />
      <Refusal problem={refused?.problem} shown={['text', 'field']} />
      {open.length === 0 ? (
        <p class="text-sm text-muted-foreground">{t('No open comments.')}</p>
      ) : (
        <ul class="grid gap-4">{open.map(one)}</ul>
      )}
      {resolved.length > 0 && (
        <details class="text-sm">
          <summary>{tn(resolved.length, '{count} resolved', '{count} resolved')}</summary>
          <ul class="mt-3 grid gap-4">{resolved.map(one)}</ul>
        </details>
      )}
      <TextForm
        id="comment-new"
        action={`/admin/collaboration/threads?${new URLSearchParams({ ...address })}`}
        label={t('New comment')}
        button={t('Comment')}
        address={address}
        refused={refusedAt(null)}
      >
        <FieldChoice c={c} collection={collection} refused={refusedAt(null)} />
      </TextForm>
    </div>
  )
}

/** Button beside the label of a field; the script makes copies of it. */
function FieldMark() {
  return (
    <template data-field-mark>
      <button
        type="button"
        class="absolute end-0 top-0 flex w-auto! h-6 min-w-6 items-center justify-center gap-1 rounded px-1 text-xs text-muted-foreground opacity-0 hover:text-foreground focus-visible:opacity-100 data-has-comments:opacity-100 pointer-coarse:opacity-100 [.field:hover>&]:opacity-100 [fieldset:hover>&]:opacity-100"
      >
        <Icon name="message-square" />
        <span class="sr-only" data-name />
        <span aria-hidden="true" data-count />
      </button>
    </template>
  )
}

/** Returns the number of open threads of each field. */
function countsByField(open: readonly Thread[]): Record<string, number> {
  const fields = Map.groupBy(
    open.filter(({ field }) => field !== null),
    ({ field }) => String(field),
  )
  return Object.fromEntries([...fields].map(([field, of]) => [field, of.length]))
}

/** Returns the translated words that the scripts need, as JSON. */
function words(): string {
  return JSON.stringify({
    'Comment on {field}': t('Comment on {field}'),
    'Comments on {field}: {count}': t('Comments on {field}: {count}'),
    'The service cannot be reached': t('The service cannot be reached'),
  })
}

interface FieldChoiceProps {
  readonly c: RequestContext
  readonly collection: ManifestCollection
  readonly refused: Refused | null
}

function FieldChoice({ c, collection, refused }: FieldChoiceProps) {
  const chosen = typedIn(refused, 'field')
  return (
    <Field id="comment-field" label={t('About')} error={errorAt(refused?.problem, 'field')}>
      <select class="select w-full" id="comment-field" name="field">
        <option value="">{t('The whole document')}</option>
        {collection.fields
          .filter(({ name, hidden }) => !hidden && isThreadShown(c, collection, name))
          .map(({ name, label }) => (
            <option value={name} selected={name === chosen}>
              {label}
            </option>
          ))}
      </select>
    </Field>
  )
}

interface ThreadItemProps {
  readonly collection: ManifestCollection
  readonly thread: Thread
  readonly refused: Refused | null
}

function ThreadItem({ collection, thread, refused }: ThreadItemProps) {
  const { id, field, comments, resolvedAt, resolvedBy } = thread
  const address = { collection: thread.collection, document: thread.document }
  const place = `/admin/collaboration/threads/${id}`
  const isOpen = resolvedAt === null
  return (
    <li
      id={`thread-${id}`}
      data-thread-field={isOpen ? (field ?? undefined) : undefined}
      class="grid gap-3 rounded-md border p-3 target:border-primary"
    >
      {field !== null && (
        <p class="text-sm">
          <a class="font-medium underline" href={formOf(address, `#field-${field}`)}>
            {fieldOf(collection, field)?.label ?? field}
          </a>
        </p>
      )}
      {comments.map((comment) => (
        <CommentItem comment={comment} />
      ))}
      {resolvedAt !== null && (
        <p class="text-sm text-muted-foreground">
          {t('Resolved by {name}', { name: resolvedBy?.name ?? t('somebody whose account was deleted') })},{' '}
          <Time at={resolvedAt} />
        </p>
      )}
      {isOpen && (
        <details open={refused !== null}>
          <summary class="text-sm">{t('Reply')}</summary>
          <div class="mt-3">
            <TextForm
              id={`reply-${id}`}
              action={`${place}/comments`}
              label={t('Your reply')}
              button={t('Reply')}
              address={address}
              refused={refused}
            />
          </div>
        </details>
      )}
      <form method="post" action={`${place}/${isOpen ? 'resolve' : 'reopen'}`}>
        <button type="submit" class="btn" data-variant="outline" data-size="sm">
          {isOpen ? t('Resolve') : t('Reopen')}
        </button>
        <p role="alert" class="text-sm text-destructive empty:hidden" data-problem />
      </form>
    </li>
  )
}

function CommentItem({ comment }: { comment: Comment }) {
  const { author, createdAt } = comment
  return (
    <div class="grid gap-1">
      <p class="text-sm text-muted-foreground">
        <span class="font-medium text-foreground">{author.name ?? t('somebody whose account was deleted')}</span>,{' '}
        <Time at={createdAt} />
      </p>
      <CommentText text={comment.text} mentions={comment.mentions} />
    </div>
  )
}
