/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { type RequestContext, settingsOf } from 'lintel/kit'
import { Alert, Figures, formatBytes, Time, t, tn } from 'lintel/ui'
import type { Overview } from '../read-overview.ts'
import { settings } from '../settings.ts'
import { Section, titleOf } from './section.tsx'

/** Page with an overview of the database. */
export default function overviewPage(c: RequestContext, { result }: Shown<{ readonly data: Overview }>): Page {
  const { tables, rows, size, migrations, newestBackup } = result.data
  const content = (
    <Section
      c={c}
      current="overview"
      title={t('Database')}
      description={t('Contents, queries and backups of the database.')}
    >
      {migrations.drift > 0 && (
        <Alert kind="error" title={t('The database contradicts the migrations')}>
          <a href="/admin/database/migrations">{t('See what differs')}</a>
        </Alert>
      )}
      <Figures
        figures={[
          { label: t('Tables'), value: tables, note: tn(rows, '{count} row', '{count} rows') },
          { label: t('Size'), value: formatBytes(size) },
          {
            label: t('Migrations'),
            value: migrations.applied,
            note:
              migrations.pending === 0 ? t('nothing is pending') : t('{count} pending', { count: migrations.pending }),
          },
          ...(settingsOf(c, settings).enableBackups
            ? [
                {
                  label: t('Newest backup'),
                  value: newestBackup ? <Time at={newestBackup.createdAt} /> : t('none'),
                  note: newestBackup ? formatBytes(newestBackup.size) : t('Create one before large changes.'),
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
  return { title: titleOf('overview'), content }
}
