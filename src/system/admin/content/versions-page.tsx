/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from '../../../config/pages.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { callApi, type ManifestCollection, type RequestContext, refusalIn } from '../../../runtime/kit.ts'
import { Icon, PageHeader, StatusBadge, Time, t } from '../../../ui/index.ts'
import { collectionFor, may } from './collection-for.ts'
import { Comparison } from './comparison.tsx'
import type { Values } from './document-values.ts'
import { userLabels } from './labels.ts'
import type { Version } from './objects.ts'
import { apiPath, documentPath, editPath } from './paths.ts'
import { readDocument } from './read-document.ts'

interface VersionsProps {
  readonly collection: ManifestCollection
  readonly document: Values
  /** Newest first. */
  readonly versions: readonly Version[]
  readonly people: ReadonlyMap<string, string>
  readonly chosen: { readonly version: number; readonly document: Values } | null
}

type History = Shown<{ readonly data: readonly Version[] }, { readonly version?: string | undefined }>

/** The history of a document, and the version that is looked at beside the current one. */
export default async function versionsPage(c: RequestContext, { result, params, query }: History): Promise<Page> {
  const id = String(params.id)
  const collection = await collectionFor(c, id)
  const { document } = await readDocument(c, collection, id)
  const chosen = query.version === undefined ? null : await readVersion(c, collection, id, query.version)
  const people = await userLabels(c, [...new Set(result.data.flatMap(({ updatedBy }) => updatedBy ?? []))])
  const props = { collection, document, versions: result.data, people: new Map(people), chosen }
  return { title: t('History'), content: contentHistory(c, props) }
}

async function readVersion(c: RequestContext, { name }: ManifestCollection, id: string, version: string) {
  const response = await callApi(c, apiPath(name, id, `/versions/${encodeURIComponent(version)}`))
  if (!response.ok) throw refusalIn(response)
  return { version: Number(version), document: response.body.data }
}

function contentHistory(c: RequestContext, { collection, document, versions, people, chosen }: VersionsProps): Content {
  const id = String(document.id)
  const title = collection.titleField === null ? null : document[collection.titleField]
  return (
    <>
      <PageHeader title={t('History')} description={typeof title === 'string' ? title : id}>
        <a class="btn" data-variant="outline" data-size="sm" href={editPath(collection.name, id)}>
          <Icon name="arrow-left" />
          {t('Back')}
        </a>
      </PageHeader>
      {chosen && (
        <section class="grid gap-3" aria-label={t('Version {number}', { number: chosen.version })}>
          <Comparison
            fields={collection.fields}
            before={chosen.document}
            after={document}
            beforeTitle={t('Version {number}', { number: chosen.version })}
            afterTitle={t('Now (version {number})', { number: Number(document.version) })}
          />
          {may(c, collection, 'update') && chosen.version !== document.version && (
            <form method="post" action={documentPath(collection.name, id, '/restore')}>
              <input type="hidden" name="version" value={String(chosen.version)} />
              <button type="submit" class="btn">
                <Icon name="rotate-ccw" />
                {t('Restore version {number}', { number: chosen.version })}
              </button>
            </form>
          )}
        </section>
      )}
      <div class="moves-sideways rounded-lg border">
        <table class="table">
          <thead>
            <tr>
              <th>{t('Version')}</th>
              <th>{t('Status')}</th>
              <th>{t('Saved')}</th>
              <th>{t('By')}</th>
              <th>
                <span class="sr-only">{t('Compare')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ version, status, updatedAt, updatedBy }) => (
              <tr aria-current={version === chosen?.version ? 'true' : undefined}>
                <td class="tabular-nums">{version}</td>
                <td>
                  <StatusBadge status={status} />
                </td>
                <td class="whitespace-nowrap">
                  <Time at={updatedAt} />
                </td>
                <td class="max-w-40 truncate text-muted-foreground">
                  {updatedBy === null ? '–' : (people.get(updatedBy) ?? updatedBy)}
                </td>
                <td class="text-right">
                  {version === document.version ? (
                    <span class="text-sm text-muted-foreground">{t('current')}</span>
                  ) : (
                    <a class="underline" href={`${documentPath(collection.name, id, '/versions')}&version=${version}`}>
                      {t('Compare')}
                      <span class="sr-only"> {t('version {number} with the current one', { number: version })}</span>
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
