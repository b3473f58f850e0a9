import { Card, Icon } from '../../../ui/index.ts'
import type { FullHealth } from '../../health.ts'

/** How the service is, a line for each part of it. */
export function SystemStatusFragment({ environment, version, checks, schema }: FullHealth) {
  const { pending, drift, actual } = schema
  return (
    <Card title="System" description={`${environment}, program ${version}`}>
      <ul class="grid gap-2 text-sm *:min-w-0">
        <Line label="Database" isFine={checks.database === 'ok'} />
        <Line label="Cache store" isFine={checks.kv === 'ok'} />
        <Line label="Media bucket" isFine={checks.bucket === 'ok'} />
        <Line
          label="Schema"
          isFine={pending === 0 && !drift}
          note={
            pending > 0
              ? `${pending} migrations are pending`
              : drift
                ? 'differs from the migrations'
                : (actual ?? undefined)
          }
        />
      </ul>
    </Card>
  )
}

function Line({ label, isFine, note }: { label: string; isFine: boolean; note?: string | undefined }) {
  return (
    <li class="flex items-center gap-2">
      <Icon
        name={isFine ? 'circle-check' : 'triangle-alert'}
        class={`size-4 ${isFine ? 'text-success' : 'text-warning'}`}
      />
      <span class="shrink-0">{label}</span>
      <span class="ml-auto min-w-0 truncate text-muted-foreground" title={note}>
        {note ?? (isFine ? 'in order' : 'does not answer')}
      </span>
    </li>
  )
}
