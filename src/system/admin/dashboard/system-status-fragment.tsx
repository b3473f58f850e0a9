/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Card, Icon, Time, t, tn } from '../../../ui/index.ts'
import type { SystemStatus } from './system-status.ts'

/** Fragment with the state of the service, which the statistics page refreshes. */
export default function systemStatusFragment(
  _c: RequestContext,
  { result }: Shown<{ readonly data: SystemStatus }>,
): Page {
  return { title: t('System'), content: <SystemStatusFragment {...result.data} /> }
}

/** The state of the service, with a line for each part of it. */
export function SystemStatusFragment({ environment, version, checks, schema, deployment }: SystemStatus) {
  const { pending, drift, actual } = schema
  return (
    <Card title={t('System')} description={t('{environment}, program {version}', { environment, version })}>
      <ul class="grid gap-2 text-sm *:min-w-0">
        <Line label={t('Database')} isFine={checks.database === 'ok'} />
        <Line label={t('Cache store')} isFine={checks.kv === 'ok'} />
        <Line label={t('Media bucket')} isFine={checks.bucket === 'ok'} />
        <Line
          label={t('Migrations')}
          isFine={pending === 0}
          note={
            pending > 0
              ? tn(pending, '{count} migration is pending', '{count} migrations are pending')
              : (actual ?? t('none'))
          }
        />
        <Line
          label={t('Drift')}
          isFine={!drift}
          note={drift ? t('the database differs from the migrations') : t('none')}
        />
        <Line
          label={t('Last deployment')}
          isFine={deployment !== null}
          note={deployment === null ? t('unknown') : <Time at={deployment.at} />}
          hint={deployment?.source === 'first request' ? t('the first request that this program answered') : undefined}
        />
      </ul>
    </Card>
  )
}

interface LineProps {
  readonly label: string
  readonly isFine: boolean
  readonly note?: Child
  readonly hint?: string | undefined
}

function Line({ label, isFine, note, hint }: LineProps) {
  return (
    <li class="flex items-center gap-2">
      <Icon
        name={isFine ? 'circle-check' : 'triangle-alert'}
        class={`size-4 ${isFine ? 'text-success' : 'text-warning'}`}
      />
      <span class="shrink-0">{label}</span>
      <span
        class="ml-auto min-w-0 truncate text-muted-foreground"
        title={hint ?? (typeof note === 'string' ? note : undefined)}
      >
        {note ?? (isFine ? t('working') : t('not responding'))}
      </span>
    </li>
  )
}
