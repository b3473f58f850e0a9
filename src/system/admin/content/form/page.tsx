/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../../ground/content.ts'
import {
  fieldTypesOf,
  hasPermission,
  isFieldShown,
  type ManifestCollection,
  type RequestContext,
  translationsOf,
} from '../../../../runtime/kit.ts'
import { Alert, Icon, message, t } from '../../../../ui/index.ts'
import { isLanguages } from '../../languages/languages.ts'
import { marksIn } from '../bulk/outcome.ts'
import { editableFields, labelled, may, writesHere } from '../collection-for.ts'
import type { Values } from '../document-values.ts'
import { labelsFor } from '../labels.ts'
import { LivePreview, PreviewButton } from '../live-preview/panel.tsx'
import { documentPanels } from '../panels/document-panels.tsx'
import { documentPath, editPath, undoPath } from '../paths.ts'
import { Languages } from '../translation/languages.tsx'
import { localeIn } from '../translation/locale-in.ts'
import { ReadOnly } from '../translation/read-only.tsx'
import { TranslatedForm } from '../translation/translated-form.tsx'
import { UndoButton } from '../undo/undo-button.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { arrangeFields } from './layout/arrange-fields.ts'
import { FormHead } from './layout/head.tsx'
import { Headline, SlugLine } from './layout/headline.tsx'
import { Fields, FormTabs } from './layout/tabs.tsx'
import { formMessages } from './messages.ts'
import { originalOf } from './original.ts'
import { ProblemSummary } from './problem-summary.tsx'
import type { FormProps } from './props.ts'
import { formState } from './state.ts'
import { StatusActions } from './status-actions.tsx'

const DONE: Readonly<Record<string, string>> = {
  created: message('Created.'),
  saved: message('Saved.'),
  publish: message('Published.'),
  schedule: message('Scheduled.'),
  unpublish: message('Back to draft.'),
  date: message('The publication date is set.'),
  'schedule-changes': message('The changes are scheduled.'),
  'unschedule-changes': message('The changes are no longer scheduled.'),
  'discard-changes': message('The changes are discarded.'),
  restored: message('The version is restored.'),
  untrashed: message('Restored from the trash.'),
  undone: message('Undone: the document is as it was before.'),
}

/** Messages for an undo that has not changed the document. */
const NOT_UNDONE: Readonly<Record<string, string>> = {
  'changed-since': message('Not undone: the document has changed since then.'),
  'not-undone': message('Not undone: the service no longer allows it. The history has every version.'),
}

/** Form of a document, derived from its collection. */
export async function contentForm(c: RequestContext, props: FormProps): Promise<Awaited<Content>> {
  const { collection, document, values, etag, errors = new Map(), typed = new Map(), problem } = props
  const { isConflict = false, isUnsaved = false } = props
  const { fields, form } = await formState(c, props)
  const id = document === null ? null : String(document.id)
  const panels = await documentPanels(c, collection, document)
  const locale = id === null ? null : localeIn(c, collection)
  const original = id === null || locale === null ? null : await originalOf(c, collection, id)
  const states = id === null ? {} : ((await translationsOf(c, collection.name, [id])).get(id) ?? {})
  const isWriter = writesHere(c, collection)
  const readable = collection.fields.filter((field) => isFieldShown(c, field) && !isLanguages(field)).map(labelled)
  const did = c.req.query('did') ?? ''
  const done = DONE[did]
  const notUndone = NOT_UNDONE[did]
  const [undo] = marksIn(c)
  const base = new URLSearchParams({
    collection: collection.name,
    ...(id !== null && { id }),
    ...(locale !== null && { locale }),
  })
  const { headline, slug, tabs, side } = arrangeFields(collection, fields, fieldTypesOf(c))
  return (
    <>
      <div data-live="heading">
        <FormHead
          collection={collection}
          title={titleOf(collection, document, original?.values ?? null)}
          isHeadlined={original === null && headline !== null}
        >
          {id === null && <PreviewButton collection={collection} id={id} />}
          {id !== null && (
            <Ways collection={collection} id={id} locale={locale} mayCreate={may(c, collection, 'create')} />
          )}
        </FormHead>
      </div>
      {id !== null && collection.locales && (
        <div data-live="languages">
          <Languages collection={collection} id={id} current={locale} states={states} />
        </div>
      )}
      <div id="preview-link" class="empty:hidden" />
      {panels.top}
      <LivePreview c={c} collection={collection} />
      {done && problem === undefined && (
        <Alert kind="success" title={t(done)}>
          {undo !== undefined && id !== null && (
            <form method="post" action={undoPath(collection.name, locale)}>
              <input type="hidden" name="document" value={id} />
              <input type="hidden" name="undo" value={undo} />
              <UndoButton name="action" value="undo" />
            </form>
          )}
        </Alert>
      )}
      {notUndone && problem === undefined && <Alert kind="error" title={t(notUndone)} />}
      {problem && !isConflict && <ProblemSummary problem={problem} errors={errors} fields={fields} values={values} />}
      {isConflict && id !== null && (
        <ConflictNotice
          fields={editableFields(c, collection)}
          theirs={document ?? {}}
          ours={values}
          reload={editPath(collection.name, id, undefined, locale)}
        />
      )}
      <div class="document-page">
        <form
          method="post"
          action={
            id === null
              ? `/admin/content/?collection=${collection.name}`
              : documentPath(collection.name, id, '', locale)
          }
          class="document-form"
          novalidate
          data-document={`${c.get('user')?.id ?? ''} ${collection.name} ${id ?? 'new'}${locale === null ? '' : ` ${locale}`}`}
          data-autosave={isWriter && isSavedByItself(collection, document) ? 'true' : undefined}
          data-unsaved={problem || isUnsaved ? 'true' : undefined}
          data-check={`/admin/content/check?${base}`}
          data-copy={`/admin/content/copy?${base}`}
          data-edit={editPath(collection.name, id ?? '~new', undefined, locale)}
          data-words={formMessages()}
        >
          <div class="form-notice" data-notice />
          <input type="hidden" name="~etag" value={etag ?? ''} />
          <div class="form-main" data-translation={locale ?? undefined}>
            {!isWriter && (
              <ReadOnly
                fields={readable}
                values={values}
                labels={await labelsFor(c, readable, [values])}
                locale={locale ?? collection.locales?.default}
              />
            )}
            {isWriter && original !== null && locale !== null && (
              <TranslatedForm
                fields={fields}
                values={values}
                form={form}
                original={original}
                locale={locale}
                copyPath={`/admin/content/copy?${base}`}
              />
            )}
            {isWriter && original === null && headline !== null && (
              <Headline
                field={headline}
                value={values[headline.name]}
                form={form}
                isFirst={id === null && problem === undefined}
              />
            )}
            {original === null && slug !== null && <SlugLine field={slug} value={values[slug.name]} form={form} />}
            {original === null && <FormTabs tabs={tabs} values={values} form={form} />}
            {isWriter && fields.length === 0 && (
              <p class="text-muted-foreground">{t('You may not change anything here.')}</p>
            )}
          </div>
          <aside class="form-side" aria-label={t('Status')}>
            {isWriter && may(c, collection, id === null ? 'create' : 'update') && (
              <div class="form-actions">
                <StatusActions
                  collection={collection}
                  locale={locale}
                  status={document === null ? null : String(document.status)}
                  scheduledAt={typed.get('scheduledAt') ?? (document?.scheduledAt as string | null) ?? null}
                  error={errors.get('scheduledAt') ?? null}
                  publishedAt={typed.get('publishedAt') ?? (document?.publishedAt as string | null) ?? null}
                  dateError={errors.get('publishedAt') ?? null}
                  document={document}
                  mayPublish={hasPermission(c, 'content.publish')}
                />
              </div>
            )}
            {original === null && side.length > 0 && (
              <div class="form-side-part">
                <Fields fields={side} values={values} form={form} />
              </div>
            )}
            <div data-live="facts" class="empty:hidden">
              {document !== null && <DocumentFacts document={document} others={readOnlyFields(c, collection)} />}
            </div>
            {id !== null && <UsedBy collection={collection} id={id} />}
          </aside>
        </form>
        {/* Outside of the form, because a panel may contain forms. */}
        {panels.side && <div class="form-panels">{panels.side}</div>}
      </div>
      {panels.below}
      <div data-live="below" class="empty:hidden">
        {id !== null && may(c, collection, 'delete') && <DeleteForm collection={collection} id={id} />}
      </div>
    </>
  ) as Awaited<Content>
}

/**
 * Tells whether a form is saved automatically: drafts and pending changes are. Scheduled documents, new singletons, and
 * documents whose changes readers would see at once, are not.
 */
function isSavedByItself({ drafts, singleton }: ManifestCollection, document: Values | null): boolean {
  return drafts && (document === null ? !singleton : document.status !== 'scheduled')
}

/** Returns the fields that only the service writes, and that the caller may see. */
function readOnlyFields(c: RequestContext, { fields }: ManifestCollection) {
  return fields.filter((field) => field.readOnly && isFieldShown(c, field))
}

function titleOf(
  { titleField, label, singleton }: ManifestCollection,
  document: Values | null,
  original: Values | null,
): string {
  if (singleton) return label
  if (document === null) return t('New document')
  const title = titleField === null ? null : (document[titleField] ?? original?.[titleField])
  return typeof title === 'string' && title !== '' ? title : String(document.id)
}

interface WaysProps {
  readonly collection: ManifestCollection
  readonly id: string
  readonly locale: string | null
  readonly mayCreate: boolean
}

function Ways({ collection, id, locale, mayCreate }: WaysProps) {
  const copy = new URLSearchParams({ collection: collection.name, from: id })
  return (
    <>
      <a
        class="btn"
        data-variant="outline"
        data-size="sm"
        href={documentPath(collection.name, id, '/versions', locale)}
      >
        <Icon name="history" />
        {t('History')}
      </a>
      <PreviewButton collection={collection} id={id} locale={locale} />
      {mayCreate && !collection.singleton && (
        <a class="btn" data-variant="outline" data-size="sm" href={`/admin/content/new?${copy}`}>
          <Icon name="copy" />
          {t('Duplicate')}
        </a>
      )}
    </>
  )
}

/**
 * Placeholder that loads the list of referring documents after the page, because each collection that refers to this
 * one may take a request.
 */
function UsedBy({ collection, id }: { collection: ManifestCollection; id: string }) {
  if (collection.statements.referrers.length === 0) return null
  const path = documentPath(collection.name, id, '/used-by')
  return (
    <section class="form-side-part gap-2" hx-get={path} hx-trigger="load" hx-swap="innerHTML">
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
