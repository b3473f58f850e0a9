/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { type RequestContext, settingsOf } from 'lintel/kit'
import { Alert, EmptyState, formatBytes, Icon, Table, Time, t, tn } from 'lintel/ui'
import { Section, titleOf } from '../pages/section.tsx'
import { settings } from '../settings.ts'
import type { Backup } from './bucket.ts'

/** Page of the backups in the bucket, newest first. */
export default function backupsPage(
  c: RequestContext,
  {
    result,
    query,
  }: Shown<
    { readonly data: readonly Backup[] },
    { readonly made?: string | undefined; readonly restored?: string | undefined }
  >,
): Page {
  const backups = result.data
  const { backupEvery, keepBackups, enableRestore } = settingsOf(c, settings)
  const kept = tn(keepBackups, 'The newest is kept.', 'The newest {count} are kept.')
  const rhythm =
    backupEvery === 0
      ? t('None is created automatically.')
      : tn(backupEvery, 'One is created every hour.', 'One is created every {count} hours.')
  const content = (
    <Section
      c={c}
      current="backups"
      title={t('Backups')}
      description={`${rhythm} ${kept}`}
      actions={
        <form method="post" action="/admin/database/backup">
          <button type="submit" class="btn">
            <Icon name="save" />
            {t('Back up now')}
          </button>
        </form>
      }
    >
      {query.made !== undefined && <Alert kind="success" title={t('The backup has been created')} />}
      {query.restored !== undefined && (
        <Alert
          kind="success"
          title={tn(Number(query.restored) || 0, '{count} row has been restored', '{count} rows have been restored')}
        >
          {t('The first backup in this list has the data from before the restore.')}
        </Alert>
      )}
      {backups.length === 0 ? (
        <EmptyState icon="hard-drive" title={t('There is no backup yet')}>
          {t(
            'A backup is the whole database at one moment, as SQL. It contains everything, including password hashes: protect it as you protect the database.',
          )}
        </EmptyState>
      ) : (
        <Table
          label={t('Backups')}
          columns={[
            t('When'),
            { label: t('Size'), align: 'right' },
            { label: t('Tables'), align: 'right' },
            { label: t('Rows'), align: 'right' },
            t('Name'),
            { label: t('Actions'), silent: true },
          ]}
        >
          {backups.map((backup) => (
            <Line backup={backup} mayRestore={enableRestore} />
          ))}
        </Table>
      )}
      <p class="text-sm text-muted-foreground">
        {t('From a terminal, even into an empty database or after a change to the schema:')}{' '}
        <code class="font-mono">cms restore &lt;file&gt; --env &lt;name&gt;</code>
      </p>
    </Section>
  )
  return { title: titleOf('backups'), content }
}

function Line({ backup, mayRestore }: { backup: Backup; mayRestore: boolean }) {
  const { key, size, createdAt, tables, rows } = backup
  const href = `/admin/database/backups/${key}`
  return (
    <tr>
      <td>
        <Time at={createdAt} />
      </td>
      <td class="text-right tabular-nums">{formatBytes(size)}</td>
      <td class="text-right tabular-nums">{tables}</td>
      <td class="text-right tabular-nums">{rows}</td>
      <td class="font-mono text-xs">{key}</td>
      <td>
        <div class="flex justify-end gap-2">
          <a class="btn" data-variant="outline" data-size="sm" href={href} download={key}>
            {t('Download')}
          </a>
          {mayRestore && (
            <a class="btn" data-variant="outline" data-size="sm" href={`${href}/restore`}>
              {t('Restore')}
            </a>
          )}
          <form method="post" action={`${href}/delete`}>
            <button
              type="submit"
              class="btn"
              data-variant="ghost"
              data-size="sm"
              data-confirm={t('Delete this backup? It cannot be restored.')}
            >
              {t('Delete')}
            </button>
          </form>
        </div>
      </td>
    </tr>
  )
}
