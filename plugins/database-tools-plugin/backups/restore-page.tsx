/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import { language, type RequestContext } from 'lintel/kit'
import { Alert, Card, errorAt, Field, Icon, Refusal, Table, Time, t } from 'lintel/ui'
import { Section, titleOf } from '../pages/section.tsx'

interface Preview {
  readonly key: string
  readonly createdAt: string
  readonly obstacle: string | null
  readonly tables: readonly { readonly name: string; readonly now: number; readonly backup: number }[]
  readonly name: string
  readonly environment: string
  readonly needsPassword: boolean
}

/**
 * Page that asks for confirmation of a restore. It shows what the restore changes, and asks for the name of the
 * service.
 */
export default function restorePage(c: RequestContext, { result, refused }: Shown<{ readonly data: Preview }>): Page {
  const { key, createdAt, obstacle, environment, tables } = result.data
  const content = (
    <Section
      c={c}
      current="backups"
      title={t('Restore a backup')}
      description={
        <>
          {t('All data in {environment} is restored to this moment:', { environment })} <Time at={createdAt} />
        </>
      }
    >
      {obstacle === null ? (
        <Confirmation {...result.data} refused={refused} />
      ) : (
        <Alert kind="error" title={t('This backup cannot be restored here')}>
          <p>{obstacle}</p>
          <p>
            {t('From a terminal:')}{' '}
            <code class="font-mono">
              cms restore {key} --env {environment} --replace
            </code>
          </p>
        </Alert>
      )}
      <Changes tables={tables} />
    </Section>
  )
  return { title: titleOf('backups'), content }
}

function Confirmation({ key, name, needsPassword, refused }: Preview & { refused: Refused | null }) {
  const wrong = errorAt(refused?.problem, 'name')
  const wrongPassword = errorAt(refused?.problem, 'password')
  return (
    <Card title={t('Before you restore')}>
      <form method="post" action={`/admin/database/backups/${key}/restore`} class="grid max-w-xl gap-4">
        <Refusal problem={refused?.problem} shown={['name', 'password']} />
        <ul class="grid list-disc gap-1 pl-5 text-sm">
          <li>{t('Everything written since then is lost, including accounts and passwords.')}</li>
          <li>{t('The current data is backed up first.')}</li>
          <li>{t('All data is replaced at once: if the restore fails, nothing changes.')}</li>
          <li>{t('The audit log, the files in the bucket, sessions, tokens and invitations stay as they are now.')}</li>
        </ul>
        <Field id="restore-name" label={t('Type {name} to confirm', { name })} error={wrong} required>
          <input
            class="input"
            id="restore-name"
            name="name"
            autocomplete="off"
            spellcheck={false}
            data-max={200}
            required
            autofocus
            aria-invalid={wrong === null ? undefined : 'true'}
            aria-describedby={wrong === null ? undefined : 'restore-name-note'}
          />
        </Field>
        {needsPassword && (
          <Field id="restore-password" label={t('Your password')} error={wrongPassword} required>
            <input
              class="input"
              id="restore-password"
              name="password"
              type="password"
              autocomplete="current-password"
              data-max={256}
              required
            />
          </Field>
        )}
        <div class="flex flex-wrap gap-2">
          <button type="submit" class="btn" data-variant="destructive">
            <Icon name="history" />
            {t('Restore this backup')}
          </button>
          <a class="btn" data-variant="outline" href="/admin/database/backups">
            {t('Cancel')}
          </a>
        </div>
      </form>
    </Card>
  )
}

function Changes({ tables }: Pick<Preview, 'tables'>) {
  const changed = tables.filter(({ now, backup }) => now !== backup)
  const number = new Intl.NumberFormat(language())
  if (changed.length === 0) {
    return <p class="text-sm text-muted-foreground">{t('Every table has as many rows now as in the backup.')}</p>
  }
  return (
    <Table
      label={t('Tables whose number of rows changes')}
      columns={[
        t('Table'),
        { label: t('Rows now'), align: 'right' },
        { label: t('Rows in the backup'), align: 'right' },
      ]}
    >
      {changed.map(({ name, now, backup }) => (
        <tr>
          <td class="font-mono text-sm">{name}</td>
          <td class="text-right tabular-nums">{number.format(now)}</td>
          <td class="text-right tabular-nums">{number.format(backup)}</td>
        </tr>
      ))}
    </Table>
  )
}
