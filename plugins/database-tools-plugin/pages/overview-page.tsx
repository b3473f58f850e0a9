import type { Content } from 'lintel'
import { type RequestContext, readMigrations, settingsOf } from 'lintel/kit'
import { Alert, bytesInWords, Figures, Time, t, tn } from 'lintel/ui'
import { listBackups } from '../backups/bucket.ts'
import { listTables } from '../schema/list-tables.ts'
import { settings } from '../settings.ts'
import { Section } from './section.tsx'

/** How the database is, at a glance. */
export async function overviewPage(c: RequestContext): Promise<Awaited<Content>> {
  const { enableBackups } = settingsOf(c, settings)
  const [tables, migrations, backups, size] = await Promise.all([
    listTables(c),
    readMigrations(c),
    enableBackups ? listBackups(c) : [],
    readSize(c),
  ])
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const [newest] = backups
  return (
    <Section
      c={c}
      current="overview"
      title={t('Database')}
      description={t('What it holds, what it was asked, and copies of it.')}
    >
      {migrations.drift.length > 0 && (
        <Alert kind="error" title={t('The database contradicts the migrations')}>
          <a href="/admin/database/migrations">{t('See what differs')}</a>
        </Alert>
      )}
      <Figures
        figures={[
          {
            label: t('Tables'),
            value: tables.length,
            note: tn(rows, '{count} row', '{count} rows'),
          },
          { label: t('Size'), value: bytesInWords(size) },
          {
            label: t('Migrations'),
            value: migrations.applied.length,
            note:
              migrations.pending.length === 0
                ? t('nothing is pending')
                : t('{count} pending', { count: migrations.pending.length }),
          },
          ...(enableBackups
            ? [
                {
                  label: t('Newest backup'),
                  value: newest ? <Time at={newest.createdAt} /> : t('none'),
                  note: newest ? bytesInWords(newest.size) : t('Make one before you change much.'),
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}

/** Of the file, in bytes: D1 tells with every answer. */
async function readSize({ env }: RequestContext): Promise<number> {
  const { meta } = await env.DB.prepare('SELECT 1').all()
  return meta.size_after
}
