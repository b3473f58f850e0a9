/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import { loadMigrations, type MigrationStatus, type RequestContext, touchedTables } from 'lintel/kit'
import { Alert, Badge, Card, EmptyState, Refusal, Table, Time, t, tn } from 'lintel/ui'
import { Section, titleOf } from '../pages/section.tsx'

type Asked = Shown<{ readonly data: MigrationStatus }, { readonly applied?: number | undefined }>

/**
 * Page of the applied migrations, the pending migrations with their effects, and contradictions between the database
 * and the migrations.
 */
export default async function migrationsPage(
  c: RequestContext,
  { result: { data: status }, query: { applied }, refused }: Asked,
): Promise<Page> {
  const pending = (await loadMigrations(c)).filter(({ name }) => status.pending.includes(name))
  const touched = await Promise.all(pending.map(({ statements }) => touchedTables(c.env.DB, statements)))
  const losesValues = pending.some(({ destructive }) => destructive)
  const content = (
    <Section
      c={c}
      current="migrations"
      title={t('Migrations')}
      description={t('Each is applied once, entirely or not at all.')}
    >
      <Refusal problem={refused?.problem} shown={[]} />
      {applied !== undefined && (
        <Alert
          kind={applied > 0 ? 'success' : 'note'}
          title={
            applied > 0
              ? tn(applied, '{count} migration was applied', '{count} migrations were applied')
              : t('Nothing was applied')
          }
        />
      )}
      {status.drift.length > 0 && (
        <Alert kind="error" title={t('The database contradicts the migrations')}>
          <ul>
            {status.drift.map(({ message }) => (
              <li>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      {pending.length > 0 ? (
        <Card title={t('Pending')} description={t('In this order. This is what will run.')}>
          <div class="grid gap-4">
            {pending.map(({ name, statements, destructive }, index) => (
              <details open={pending.length === 1}>
                <summary class="cursor-pointer py-1 font-mono text-sm">
                  {name} {destructive && <Badge kind="destructive">{t('loses values')}</Badge>}
                </summary>
                {touched[index]?.map(({ table, rows }) => (
                  <p class="pb-1 text-sm text-muted-foreground">
                    {tn(rows, 'Goes through {count} row of {table}.', 'Goes through {count} rows of {table}.', {
                      table,
                    })}
                  </p>
                ))}
                <pre class="max-h-96 overflow-auto rounded-md bg-muted p-4 text-xs" tabindex={0}>
                  {statements.map((statement) => `${statement};`).join('\n')}
                </pre>
              </details>
            ))}
            <form method="post" action="/admin/database/migrations/run" class="flex flex-wrap items-center gap-4">
              {losesValues && (
                <label class="flex items-center gap-2 text-sm">
                  <input type="checkbox" class="input" name="destructive" value="true" />
                  {t('Include those that lose values. I have a backup.')}
                </label>
              )}
              <button type="submit" class="btn">
                {t('Apply')}
              </button>
            </form>
          </div>
        </Card>
      ) : (
        <EmptyState icon="circle-check" title={t('Nothing is pending')}>
          {t('The database has the schema of this program.')}
        </EmptyState>
      )}
      <Card title={t('Applied')}>
        <Table label={t('Applied')} columns={[t('Name'), t('When'), t('Checksum')]}>
          {status.applied.toReversed().map(({ name, appliedAt, checksum }) => (
            <tr>
              <td class="font-mono">{name}</td>
              <td>
                <Time at={appliedAt} />
              </td>
              <td class="font-mono text-xs text-muted-foreground">{checksum?.slice(0, 12) ?? t('none')}</td>
            </tr>
          ))}
        </Table>
      </Card>
    </Section>
  )
  return { title: titleOf('migrations'), content }
}
