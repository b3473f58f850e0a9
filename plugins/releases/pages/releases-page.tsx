/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Card, EmptyState, errorAt, Field, PageHeader, Refusal, Table, t, tn, typedIn } from 'lintel/ui'
import type { Release } from '../release-objects.ts'
import { ReleaseStatus } from './release-status.tsx'

/** Page of the releases: those not published yet, and those published. */
export default function releasesPage(
  _c: RequestContext,
  { result, refused }: Shown<{ readonly data: readonly Release[] }>,
): Page {
  const { data: releases } = result
  const wrong = errorAt(refused?.problem, 'title')
  const content = (
    <>
      <PageHeader
        title={t('Releases')}
        description={t('The documents of a release are published together, or not at all.')}
      />
      {releases.length === 0 ? (
        <EmptyState icon="package" title={t('No releases')}>
          {t('Create one, then add documents to it from their forms.')}
        </EmptyState>
      ) : (
        <Card>
          <Table label={t('Releases')} columns={[t('Title'), t('Documents'), t('Status')]}>
            {releases.map((release) => (
              <tr>
                <td class="min-w-48 whitespace-normal wrap-anywhere">
                  <a class="font-medium hover:underline" href={`/admin/releases/${release.id}`}>
                    {release.title}
                  </a>
                </td>
                <td class="whitespace-nowrap">{tn(release.documents, '{count} document', '{count} documents')}</td>
                <td>
                  <ReleaseStatus {...release} />
                </td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      <Card title={t('New release')}>
        <form method="post" action="/admin/releases" class="grid gap-4">
          <Refusal problem={refused?.problem} shown={['title']} />
          <Field id="release-title" label={t('Title')} error={wrong} required>
            <input
              class="input"
              id="release-title"
              name="title"
              data-max={200}
              required
              value={typedIn(refused, 'title')}
              aria-invalid={wrong === null ? undefined : 'true'}
              aria-describedby={wrong === null ? undefined : 'release-title-note'}
            />
          </Field>
          <div>
            <button type="submit" class="btn">
              {t('Create release')}
            </button>
          </div>
        </form>
      </Card>
    </>
  )
  return { title: t('Releases'), content }
}
