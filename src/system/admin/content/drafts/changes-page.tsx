/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../../config/route.ts'
import type { ManifestCollection, RequestContext } from '../../../../runtime/kit.ts'
import { isFieldShown } from '../../../../runtime/kit.ts'
import { Alert, Icon, PageHeader, Time, t } from '../../../../ui/index.ts'
import { collectionFor } from '../collection-for.ts'
import { Comparison } from '../comparison.tsx'
import type { Values } from '../document-values.ts'
import { documentPath, editPath } from '../paths.ts'
import { readDocument } from '../read-document.ts'
import { readPending } from './read-pending.ts'

/** The pending changes of a document beside what is published, and the buttons that publish or discard them. */
export async function changesPage(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const id = String(params.id)
  const collection = await collectionFor(c, id)
  const [{ document: live }, { document, etag }] = await Promise.all([
    readDocument(c, collection, id),
    readPending(c, collection, id),
  ])
  const title = collection.titleField === null ? null : document[collection.titleField]
  const fields = collection.fields.filter((field) => isFieldShown(c, field))
  const problem = refused && (refused.problem.detail ?? t('The changes could not be published.'))
  return {
    title: t('Changes to publish'),
    content: (
      <>
        <PageHeader title={t('Changes to publish')} description={typeof title === 'string' ? title : id}>
          <a class="btn" data-variant="outline" data-size="sm" href={editPath(collection.name, id)}>
            <Icon name="arrow-left" />
            {t('Back to the form')}
          </a>
        </PageHeader>
        {problem && <Alert kind="error" title={problem} />}
        {document.hasDraft !== true ? (
          <p class="text-muted-foreground">{t('There are no changes: readers see this document as it is.')}</p>
        ) : (
          <>
            <Decision collection={collection} document={document} etag={etag} />
            <Comparison
              fields={fields}
              before={live}
              after={document}
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
  readonly etag: string | null
}

function Decision({ collection, document, etag }: DecisionProps) {
  const id = String(document.id)
  return (
    <div class="flex flex-wrap items-center gap-3">
      <form method="post" action={documentPath(collection.name, id, '/publish')}>
        <input type="hidden" name="~etag" value={etag ?? ''} />
        <button type="submit" class="btn">
          {t('Publish changes')}
        </button>
      </form>
      <form method="post" action={documentPath(collection.name, id, '/discard')}>
        <input type="hidden" name="~etag" value={etag ?? ''} />
        <button
          type="submit"
          class="btn"
          data-variant="outline"
          data-confirm={t('Discard the changes that are not published? They stay in the history.')}
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
