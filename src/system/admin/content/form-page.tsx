/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import { isFieldShown, type ManifestCollection, type RequestContext } from '../../../runtime/kit.ts'
import { Alert, Icon, message, PageHeader, t } from '../../../ui/index.ts'
import { editableFields, may } from './collection-for.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { DocumentFacts } from './document-facts.tsx'
import type { Values } from './document-values.ts'
import { formMessages } from './form-messages.ts'
import type { FormProps } from './form-props.ts'
import { formState } from './form-state.ts'
import { documentPanels } from './panels/document-panels.tsx'
import { documentPath, editPath, listPath } from './paths.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { StatusActions } from './status-actions.tsx'

const DONE: Readonly<Record<string, string>> = {
  created: message('Created.'),
  saved: message('Saved.'),
  publish: message('Published.'),
  schedule: message('Scheduled.'),
  unpublish: message('Back to draft.'),
  restored: message('The version is restored.'),
  untrashed: message('Restored from the trash.'),
}

/** The form of a document, made from its collection. */
export async function contentForm(c: RequestContext, props: FormProps): Promise<Awaited<Content>> {
  const { collection, document, values, etag, errors = new Map(), typed = new Map(), problem } = props
  const { isConflict = false, isUnsaved = false } = props
  const { fields, form } = await formState(c, props)
  const id = document === null ? null : String(document.id)
  const panels = await documentPanels(c, collection, document)
  const done = DONE[c.req.query('did') ?? '']
  const base = new URLSearchParams({ collection: collection.name, ...(id !== null && { id }) })
  return (
    <>
      <nav aria-label={t('Where this is')} class="text-sm">
        <a class="text-muted-foreground hover:underline" href={listPath(collection.name)}>
          {collection.label}
        </a>
      </nav>
      <div data-live="heading">
        <PageHeader title={titleOf(collection, document)}>
          {id !== null && <Ways collection={collection} id={id} mayCreate={may(c, collection, 'create')} />}
        </PageHeader>
      </div>
      <div id="preview-link" class="empty:hidden" />
      {panels.top}
      {done && problem === undefined && <Alert kind="success" title={t(done)} />}
      {problem && !isConflict && <ProblemSummary problem={problem} errors={errors} fields={fields} values={values} />}
      {isConflict && id !== null && (
        <ConflictNotice
          fields={editableFields(c, collection)}
          theirs={document ?? {}}
          ours={values}
          reload={editPath(collection.name, id)}
        />
      )}
      <form
        method="post"
        action={id === null ? `/admin/content/?collection=${collection.name}` : documentPath(collection.name, id)}
        class="grid items-start gap-6 *:min-w-0 lg:grid-cols-[1fr_18rem]"
        novalidate
        data-document={`${c.get('user')?.id ?? ''} ${collection.name} ${id ?? 'new'}`}
        data-autosave={isSavedByItself(collection, document) ? 'true' : undefined}
        data-unsaved={problem || isUnsaved ? 'true' : undefined}
        data-check={`/admin/content/check?${base}`}
        data-copy={`/admin/content/copy?${base}`}
        data-edit={editPath(collection.name, id ?? '~new')}
        data-words={formMessages()}
      >
        <div class="grid gap-4 empty:hidden lg:col-span-2" data-notice />
        <input type="hidden" name="~etag" value={etag ?? ''} />
        <div class="grid grid-cols-1 gap-6">
          {fields.map((field) => (
            <form.widget field={field} path={field.name} value={values[field.name]} form={form} depth={0} />
          ))}
          {fields.length === 0 && (
            <p class="text-muted-foreground">{t('There is nothing here that you may change.')}</p>
          )}
        </div>
        <aside class="grid gap-4 lg:sticky lg:top-16" aria-label={t('Status')}>
          {may(c, collection, id === null ? 'create' : 'update') && (
            <StatusActions
              collection={collection}
              status={document === null ? null : String(document.status)}
              scheduledAt={typed.get('scheduledAt') ?? (document?.scheduledAt as string | null) ?? null}
              error={errors.get('scheduledAt') ?? null}
            />
          )}
          <div data-live="facts" class="empty:hidden">
            {document !== null && <DocumentFacts document={document} others={readOnlyFields(c, collection)} />}
          </div>
        </aside>
      </form>
      {/* Outside of the form: a panel may hold forms of its own. */}
      {panels.side && <div class="lg:ml-auto lg:w-72">{panels.side}</div>}
      {panels.below}
      <div data-live="below" class="grid gap-6 empty:hidden">
        {id !== null && <UsedBy collection={collection} id={id} />}
        {id !== null && may(c, collection, 'delete') && <DeleteForm collection={collection} id={id} />}
      </div>
    </>
  ) as Awaited<Content>
}

/** Drafts are; what is published is not, since every save of it can be seen at once. */
function isSavedByItself({ drafts, singleton }: ManifestCollection, document: Values | null): boolean {
  return drafts && (document === null ? !singleton : document.status === 'draft')
}

/** Facts that only the service writes, and the caller may see. */
function readOnlyFields(c: RequestContext, { fields }: ManifestCollection) {
  return fields.filter((field) => field.readOnly && isFieldShown(c, field))
}

function titleOf({ titleField, label, singleton }: ManifestCollection, document: Values | null): string {
  if (singleton) return label
  if (document === null) return t('New in {collection}', { collection: label })
  const title = titleField === null ? null : document[titleField]
  return typeof title === 'string' && title !== '' ? title : String(document.id)
}

function Ways({ collection, id, mayCreate }: { collection: ManifestCollection; id: string; mayCreate: boolean }) {
  const copy = new URLSearchParams({ collection: collection.name, from: id })
  return (
    <>
      <a class="btn" data-variant="outline" data-size="sm" href={documentPath(collection.name, id, '/versions')}>
        <Icon name="history" />
        {t('History')}
      </a>
      {collection.preview !== null && (
        <form
          method="post"
          action={documentPath(collection.name, id, '/preview')}
          hx-post={documentPath(collection.name, id, '/preview')}
          hx-target="#preview-link"
          hx-swap="innerHTML"
        >
          <button type="submit" class="btn" data-variant="outline" data-size="sm">
            <Icon name="eye" />
            {t('Preview')}
          </button>
        </form>
      )}
      {mayCreate && !collection.singleton && (
        <a class="btn" data-variant="outline" data-size="sm" href={`/admin/content/new?${copy}`}>
          <Icon name="copy" />
          {t('Duplicate')}
        </a>
      )}
    </>
  )
}

/** Looked up when the page is there: it may take a call for each collection that refers to this one. */
function UsedBy({ collection, id }: { collection: ManifestCollection; id: string }) {
  if (collection.statements.referrers.length === 0) return null
  const path = documentPath(collection.name, id, '/used-by')
  return (
    <section class="border-t pt-6" hx-get={path} hx-trigger="load" hx-swap="innerHTML">
      <a class="text-sm underline" href={path}>
        {t('What refers to this')}
      </a>
    </section>
  )
}

function DeleteForm({ collection, id }: { collection: ManifestCollection; id: string }) {
  return (
    <form method="post" action={documentPath(collection.name, id, '/delete')} class="border-t pt-6">
      <button
        type="submit"
        class="btn"
        data-variant={collection.trash ? 'outline' : 'destructive'}
        data-size="sm"
        data-confirm={collection.trash ? undefined : t('Delete this document? This cannot be undone.')}
      >
        <Icon name="trash-2" />
        {collection.trash ? t('Move to trash') : t('Delete')}
      </button>
    </form>
  )
}
