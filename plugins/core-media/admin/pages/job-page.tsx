/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, formatBytes, Icon, PageHeader, t } from 'lintel/ui'
import type { Job } from '../../jobs/job.ts'
import { detailsPath } from './item-words.ts'

/** Page that shows the progress of a new image; it reloads by itself until the image is ready, or has failed. */
export default function jobPage(
  _c: RequestContext,
  { result }: Shown<{ readonly data: Omit<Job, 'operations'> }>,
): Page {
  const { data: job } = result
  const isUnderWay = job.status === 'queued' || job.status === 'processing'
  const address = `/admin/media/jobs/${job.id}`
  const content = (
    <>
      <PageHeader title={t('New picture')}>
        <a class="btn" data-variant="ghost" href={detailsPath(job.mediaId)}>
          <Icon name="arrow-left" />
          {t('Back to the file')}
        </a>
      </PageHeader>
      <div
        id="media-job"
        class="grid gap-4"
        {...(isUnderWay && {
          'hx-get': address,
          'hx-trigger': 'load delay:700ms',
          'hx-target': '#media-job',
          'hx-select': '#media-job',
          'hx-swap': 'outerHTML',
        })}
      >
        {isUnderWay && (
          <Alert kind="note" title={t('The picture is being created')}>
            <a class="underline underline-offset-4" href={address}>
              {t('Check again')}
            </a>
          </Alert>
        )}
        {job.status === 'failed' && (
          <Alert kind="error" title={t('The picture could not be created')}>
            {job.error}
          </Alert>
        )}
        {job.result && <Result result={job.result} />}
      </div>
    </>
  )
  return { title: t('New picture'), content }
}

function Result({ result }: { result: NonNullable<Job['result']> }) {
  const { id, url, width, height, size } = result
  return (
    <>
      <Alert kind="success" title={t('The picture is in the library')}>
        {`${width} × ${height} px, ${formatBytes(size)}`}
      </Alert>
      <div>
        <a class="btn" href={detailsPath(id)}>
          {t('Open the new file')}
        </a>
      </div>
      <img class="max-h-96 max-w-full justify-self-start rounded-lg border" src={url} alt={t('The new picture')} />
    </>
  )
}
