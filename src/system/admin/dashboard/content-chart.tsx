/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from '../../../ui/index.ts'
import type { Day } from './stats-object.ts'

const STATUSES = ['published', 'scheduled', 'draft'] as const
const FILLS = { published: 'fill-success', scheduled: 'fill-primary', draft: 'fill-muted-foreground' } as const
const DOTS = { published: 'bg-success', scheduled: 'bg-primary', draft: 'bg-muted-foreground' } as const

/** Width of a day and height of the chart, in its own units. */
const STEP = 10
const HEIGHT = 100

/**
 * Chart of the documents created each day, as bars by status. A table below contains the numbers for users who cannot
 * see the bars.
 */
export function ContentChart({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(totalOf))
  const total = days.reduce((sum, day) => sum + totalOf(day), 0)
  return (
    <figure class="grid gap-3 *:min-w-0">
      <div class="flex gap-3">
        <div
          class="flex flex-col justify-between text-right text-xs text-muted-foreground tabular-nums"
          aria-hidden="true"
        >
          <span>{most}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          class="h-40 w-0 grow border-b"
          role="img"
          aria-label={t('{count} documents created in {days} days', { count: total, days: days.length })}
        >
          {days.map((day, index) => (
            <Bars day={day} x={index * STEP} most={most} />
          ))}
        </svg>
      </div>
      <div class="flex justify-between text-xs text-muted-foreground tabular-nums" aria-hidden="true">
        <span>{days[0]?.date}</span>
        <span>{days.at(-1)?.date}</span>
      </div>
      <figcaption class="flex flex-wrap gap-4 text-xs">
        {STATUSES.map((status) => (
          <span class="flex items-center gap-1.5">
            <span class={`size-2 rounded-full ${DOTS[status]}`} aria-hidden="true" />
            {describeStatus(status)}
          </span>
        ))}
      </figcaption>
      <Numbers days={days} />
    </figure>
  )
}

function Bars({ day, x, most }: { day: Day; x: number; most: number }) {
  let top = HEIGHT
  const bars = STATUSES.filter((status) => day[status] > 0).map((status) => {
    const height = (day[status] / most) * HEIGHT
    top -= height
    return <rect x={x + 1} y={top} width={STEP - 2} height={height} class={FILLS[status]} />
  })
  return (
    <g>
      <title>{`${day.date}: ${totalOf(day)}`}</title>
      <rect x={x} y={0} width={STEP} height={HEIGHT} class="fill-transparent hover:fill-muted" />
      {bars}
    </g>
  )
}

function Numbers({ days }: { days: readonly Day[] }) {
  const busy = days.filter((day) => totalOf(day) > 0)
  if (busy.length === 0) return null
  return (
    <details class="text-sm">
      <summary class="min-h-6 cursor-pointer text-muted-foreground">{t('Numbers')}</summary>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {STATUSES.map((status) => (
              <th scope="col" class="text-right">
                {describeStatus(status)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map((day) => (
            <tr>
              <td>{day.date}</td>
              {STATUSES.map((status) => (
                <td class="text-right tabular-nums">{day[status]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function describeStatus(status: (typeof STATUSES)[number]): string {
  if (status === 'published') return t('Published')
  return status === 'draft' ? t('Drafts') : t('Scheduled')
}

function totalOf({ published, draft, scheduled }: Day): number {
  return published + draft + scheduled
}
