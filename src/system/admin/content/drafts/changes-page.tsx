/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../../config/route.ts'
import type { ManifestCollection, RequestContext } from '../../../../runtime/kit.ts'
import { hasPermission, isFieldShown } from '../../../../runtime/kit.ts'
import { Alert, Icon, PageHeader, Time, t } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import { Comparison } from '../comparison/comparison.tsx'
import type { Values } from '../document-values.ts'
import { apiPath, documentPath, editPath } from '../paths.ts'
import { inEveryLanguage, readEveryLanguage } from '../translation/every-language.ts'
import { localeIn } from '../translation/locale-in.ts'
import { readPending } from './read-pending.ts'

/**
 * Page that compares the pending changes to a document with its published version, with buttons that publish or discard
 * them.
 */
export async function changesPage(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const id = String(params.id)
  const collection = await collectionFor(c, id)
  const path = apiPath(collection.name, id)
  const { document, etag } = await readPending(c, collection, id)
  const [live = {}, pending = {}] =
    document.hasDraft === true
      ? await Promise.all([path, `${path}?draft=true`].map((one) => readEveryLanguage(c, collection, one)))
      : []
  const locale = localeIn(c, collection)
  const title = collection.titleField === null ? null : document[collection.titleField]
  const fields = collection.fields.filter((field) => isFieldShown(c, field))
  const problem = refused && (refused.problem.detail ?? t('The changes could not be published.'))
  return {
    title: t('Changes to publish'),
    content: (
      <>
        <PageHeader title={t('Changes to publish')} description={typeof title === 'string' ? title : id}>
          <a class="btn" data-variant="outline" data-size="sm" href={editPath(collection.name, id, undefined, locale)}>
            <Icon name="arrow-left" />
            {t('Back to the form')}
          </a>
        </PageHeader>
        {problem && <Alert kind="error" title={problem} />}
        {document.hasDraft !== true ? (
          <p class="text-muted-foreground">{t('There are no changes: readers see this document as it is.')}</p>
        ) : (
          <>
            <Decision
              collection={collection}
              mayPublish={hasPermission(c, 'content.publish')}
              locale={locale}
              document={document}
              etag={etag}
            />
            <Comparison
              fields={inEveryLanguage(fields, collection.locales)}
              before={live}
              after={pending}
              beforeTitle={t('Published')}
              afterTitle={t('With your changes')}
            />
          </>
        )}
      </>
    ),
  }
}

interface DecisionProps {
  readonly collection: ManifestCollection
  readonly document: Values
  /** Locale in which the document is written; `null` for the default. */
  readonly locale: string | null
  readonly etag: string | null
  readonly mayPublish: boolean
}

function Decision({ collection, document, locale, etag, mayPublish }: DecisionProps) {
  const id = String(document.id)
  return (
    <div class="flex flex-wrap items-center gap-3">
      {mayPublish && (
        <form method="post" action={documentPath(collection.name, id, '/publish', locale)}>
          <input type="hidden" name="~etag" value={etag ?? ''} />
          <button type="submit" class="btn">
            {t('Publish changes')}
          </button>
        </form>
      )}
      <form method="post" action={documentPath(collection.name, id, '/discard', locale)}>
        <input type="hidden" name="~etag" value={etag ?? ''} />
        <button
          type="submit"
          class="btn"
          data-variant="outline"
          data-confirm={t('Discard the unpublished changes? They stay in the history.')}
        >
          {t('Discard changes')}
        </button>
      </form>
      {typeof document.scheduledAt === 'string' && (
        <p class="text-sm text-muted-foreground">
          {t('Your changes will be published')} <Time at={document.scheduledAt} />
        </p>
      )}
    </div>
  )
}
