/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../../config/route.ts'
import { isFieldShown, type ManifestCollection, type RequestContext } from '../../../../runtime/kit.ts'
import { Alert, Icon, PageHeader, t } from '../../../../ui/index.ts'
import { collectionFor, may } from '../collection-for.ts'
import { Comparison } from '../comparison/comparison.tsx'
import { readPending } from '../drafts/read-pending.ts'
import { userLabels } from '../labels.ts'
import type { Version } from '../objects.ts'
import { apiPath, editPath } from '../paths.ts'
import { inEveryLanguage, readEveryLanguage } from '../translation/every-language.ts'
import { localeIn } from '../translation/locale-in.ts'
import { ChosenVersion } from './chosen-version.tsx'
import { numberOf, titleOf, VersionsTable } from './versions-table.tsx'

interface Asked {
  readonly version?: string | undefined
  readonly with?: string | undefined
}

type History = Shown<{ readonly data: readonly Version[] }, Asked>

/** Page with the history of a document and a comparison of two versions, or of one with the current document. */
export default async function versionsPage(c: RequestContext, history: History): Promise<Page> {
  const { result, params, refused } = history
  const versions = result.data
  const id = String(params.id)
  const collection = await collectionFor(c, id)
  const { document } = await readPending(c, collection, id)
  const { older, newer } = inOrder(history.query, versions)
  const locale = localeIn(c, collection)
  const now = `${apiPath(collection.name, id)}${document.hasDraft === true ? '?draft=true' : ''}`
  const compared =
    older === undefined
      ? null
      : await Promise.all(
          [versionPath(collection, id, older), newer === undefined ? now : versionPath(collection, id, newer)].map(
            (path) => readEveryLanguage(c, collection, path),
          ),
        )
  const people = await userLabels(c, [...new Set(versions.flatMap(({ updatedBy }) => updatedBy ?? []))])
  const title = collection.titleField === null ? null : document[collection.titleField]
  const entry = versions.find((version) => numberOf(version) === older)
  const problem = refused?.problem.detail ?? null
  return {
    title: t('History'),
    content: (
      <>
        <PageHeader title={t('History')} description={typeof title === 'string' ? title : id}>
          <a class="btn" data-variant="outline" data-size="sm" href={editPath(collection.name, id, undefined, locale)}>
            <Icon name="arrow-left" />
            {t('Back')}
          </a>
        </PageHeader>
        {problem !== null && <Alert kind="error" title={problem} />}
        {older !== undefined && compared !== null && (
          <section class="grid gap-3" aria-label={titleOf(older)}>
            <Comparison
              fields={inEveryLanguage(shownFields(c, collection), collection.locales)}
              before={compared[0] ?? {}}
              after={compared[1] ?? {}}
              beforeTitle={titleOf(older)}
              afterTitle={newer === undefined ? t('Now') : titleOf(newer)}
            />
            {may(c, collection, 'update') && (
              <ChosenVersion
                collection={collection}
                locale={locale}
                id={id}
                number={older}
                name={entry?.name ?? null}
              />
            )}
          </section>
        )}
        <VersionsTable
          collection={collection}
          document={document}
          locale={locale}
          versions={versions}
          people={new Map(people)}
          older={older}
          newer={newer}
        />
      </>
    ),
  }
}

/** Returns the requested versions as the older and the newer one; a single version as the older one. */
function inOrder({ version, with: other }: Asked, versions: readonly Version[]) {
  if (version === undefined || other === undefined || version === other)
    return { older: version ?? other, newer: undefined }
  const numbers = versions.map(numberOf)
  const isNewer = numbers.indexOf(version) < numbers.indexOf(other)
  return isNewer ? { older: other, newer: version } : { older: version, newer: other }
}

function versionPath({ name }: ManifestCollection, id: string, version: string): string {
  return apiPath(name, id, `/versions/${version}`)
}

function shownFields(c: RequestContext, { fields }: ManifestCollection): ManifestCollection['fields'] {
  return fields.filter((field) => isFieldShown(c, field))
}
