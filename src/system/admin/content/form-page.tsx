import type { FieldData } from '../../../config/fields/field-type.ts'
import type { Content } from '../../../config/pages.ts'
import { assetPath, decisionFor, type ManifestCollection, type RequestContext } from '../../../runtime/kit.ts'
import { Alert, Card, Icon, PageHeader, StatusBadge, Time } from '../../../ui/index.ts'
import type { FormState } from '../widgets/widget.ts'
import { Widget } from '../widgets/widget-for.tsx'
import { editableFields, may } from './collection-for.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import type { Values } from './document-values.ts'
import { labelsFor } from './labels.ts'
import { documentPath, editPath, listPath } from './paths.ts'
import { StatusActions } from './status-actions.tsx'

export interface FormProps {
  readonly collection: ManifestCollection
  /** As it is stored; `null` for a new one. */
  readonly document: Values | null
  /** What the inputs hold. */
  readonly values: Values
  /** Of the document that the form was made from. */
  readonly etag: string | null
  readonly errors?: ReadonlyMap<string, string>
  readonly typed?: ReadonlyMap<string, string>
  /** What went wrong as a whole. */
  readonly problem?: string | null
  /** Somebody else has saved it since the form was made: what stands here is what they saved. */
  readonly isConflict?: boolean
}

const DONE: Readonly<Record<string, string>> = {
  created: 'Created.',
  saved: 'Saved.',
  publish: 'Published.',
  schedule: 'Scheduled.',
  unpublish: 'Back to draft.',
  restored: 'The version is restored.',
}

/** The form of a document, made from its collection. */
export async function contentForm(c: RequestContext, props: FormProps): Promise<Awaited<Content>> {
  const {
    collection,
    document,
    values,
    etag,
    errors = new Map(),
    typed = new Map(),
    problem,
    isConflict = false,
  } = props
  const fields = editableFields(c, collection)
  const form: FormState = {
    errors,
    typed,
    labels: await labelsFor(c, fields, values),
    richTextScript: assetPath(c, 'rich-text.js'),
    widget: Widget,
  }
  const id = document === null ? null : String(document.id)
  const mayWrite = may(c, collection, id === null ? 'create' : 'update')
  const known = new Set(fields.map(({ name }) => name))
  const elsewhere = [...errors].filter(([path]) => !known.has(path.split('.')[0] ?? '') && path !== 'scheduledAt')
  const done = DONE[c.req.query('did') ?? '']
  const others = collection.fields.filter(
    (field) =>
      field.readOnly && !field.hidden && (field.access.read === null || decisionFor(c, field.access.read) === true),
  )
  return (
    <>
      <nav aria-label="Where this is" class="text-sm">
        <a class="text-muted-foreground hover:underline" href={listPath(collection.name)}>
          {collection.label}
        </a>
      </nav>
      <PageHeader title={titleOf(collection, document)}>
        {id !== null && <Ways collection={collection} id={id} mayCreate={may(c, collection, 'create')} />}
      </PageHeader>
      {done && problem === undefined && <Alert kind="success" title={done} />}
      {problem && !isConflict && (
        <Alert kind="error" title={problem}>
          {elsewhere.length > 0 && (
            <ul>
              {elsewhere.map(([path, message]) => (
                <li>
                  {path && <strong>{path}: </strong>}
                  {message}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {isConflict && id !== null && (
        <ConflictNotice fields={fields} theirs={document ?? {}} ours={values} reload={editPath(collection.name, id)} />
      )}
      <form
        method="post"
        action={id === null ? `/admin/content/?collection=${collection.name}` : documentPath(collection.name, id)}
        class="grid items-start gap-6 *:min-w-0 lg:grid-cols-[1fr_18rem]"
        novalidate
        data-document
        data-autosave={document?.status === 'draft' && collection.drafts ? 'true' : undefined}
        data-unsaved={problem ? 'true' : undefined}
      >
        {etag !== null && <input type="hidden" name="~etag" value={etag} />}
        <div class="grid grid-cols-1 gap-6">
          {fields.map((field) => (
            <Widget field={labelled(field)} path={field.name} value={values[field.name]} form={form} depth={0} />
          ))}
          {fields.length === 0 && <p class="text-muted-foreground">There is nothing here that you may write.</p>}
        </div>
        <aside class="grid gap-4 lg:sticky lg:top-16" aria-label="Status">
          {mayWrite && (
            <StatusActions
              collection={collection}
              status={document === null ? null : String(document.status)}
              scheduledAt={typed.get('scheduledAt') ?? (document?.scheduledAt as string | null) ?? null}
              error={errors.get('scheduledAt') ?? null}
            />
          )}
          {document !== null && <Facts document={document} others={others} />}
        </aside>
      </form>
      {id !== null && may(c, collection, 'delete') && (
        <form method="post" action={documentPath(collection.name, id, '/delete')} class="border-t pt-6">
          <button
            type="submit"
            class="btn"
            data-variant="destructive"
            data-size="sm"
            data-confirm="Delete this document? This cannot be undone."
          >
            <Icon name="trash-2" />
            Delete
          </button>
        </form>
      )}
    </>
  ) as Awaited<Content>
}

/** The label and the help that the compiler worked out. */
function labelled({ name, kind, options, label, help, required }: ManifestCollection['fields'][number]): FieldData {
  return { name, kind, options: { ...options, label, help, required } }
}

function titleOf({ titleField, label, singleton }: ManifestCollection, document: Values | null): string {
  if (singleton) return label
  if (document === null) return `New in ${label.toLowerCase()}`
  const title = titleField === null ? null : document[titleField]
  return typeof title === 'string' && title !== '' ? title : String(document.id)
}

function Ways({ collection, id, mayCreate }: { collection: ManifestCollection; id: string; mayCreate: boolean }) {
  return (
    <>
      <a class="btn" data-variant="outline" data-size="sm" href={documentPath(collection.name, id, '/versions')}>
        <Icon name="history" />
        History
      </a>
      {mayCreate && !collection.singleton && (
        <a
          class="btn"
          data-variant="outline"
          data-size="sm"
          href={`/admin/content/new?${new URLSearchParams({ collection: collection.name, from: id })}`}
        >
          <Icon name="copy" />
          Duplicate
        </a>
      )}
    </>
  )
}

function Facts({ document, others }: { document: Values; others: ManifestCollection['fields'] }) {
  return (
    <Card>
      <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <dt class="text-muted-foreground">Status</dt>
        <dd>
          <StatusBadge status={String(document.status)} />
        </dd>
        {(['createdAt', 'updatedAt', 'publishedAt', 'scheduledAt'] as const).map(
          (name) =>
            document[name] && (
              <>
                <dt class="text-muted-foreground">{name.charAt(0).toUpperCase() + name.slice(1, -2)}</dt>
                <dd>
                  <Time at={String(document[name])} />
                </dd>
              </>
            ),
        )}
        <dt class="text-muted-foreground">Version</dt>
        <dd>{String(document.version)}</dd>
        {others.map(({ name, label }) => (
          <>
            <dt class="text-muted-foreground">{label}</dt>
            <dd class="wrap-anywhere">
              {typeof document[name] === 'object' ? JSON.stringify(document[name]) : String(document[name])}
            </dd>
          </>
        ))}
      </dl>
    </Card>
  )
}
