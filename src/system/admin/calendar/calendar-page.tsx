/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { messagesAsJson } from '../../../fields/widgets/widget-messages.ts'
import { assetPath } from '../../../runtime/kit.ts'
import { Alert, Icon, language, message, PageHeader, t } from '../../../ui/index.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import type { Calendar, View } from './calendar-object.ts'
import { addDays, addMonths } from './civil-days.ts'

const WORDS = [
  message('Moved to {time}.'),
  message('Moved back to {time}.'),
  message('Undo'),
  message('That time has passed. Choose a later day.'),
  message('This document has been changed in the meantime. The calendar now shows its new time.'),
  message('The service cannot be reached. Nothing was moved.'),
]

/** The calendar: a month or a week of scheduled and published documents. */
export default function calendarPage(c: RequestContext, { result }: Shown<{ readonly data: Calendar }>): Page {
  const calendar = result.data
  const { zone, isWhole } = calendar
  const content = (
    <>
      <PageHeader
        title={<span data-calendar-part="title">{titleOf(calendar)}</span>}
        description={t('Times in {zone}.', { zone })}
      >
        <Steps {...calendar} />
      </PageHeader>
      {!isWhole && (
        <Alert kind="note" title={t('There are more documents than a calendar can show.')}>
          {t('Only the first 500 documents with each status are shown.')}
        </Alert>
      )}
      <div class="grid gap-3" data-calendar data-zone={zone} data-words={messagesAsJson(WORDS)}>
        <div data-calendar-part="grid">
          <CalendarGrid {...calendar} />
        </div>
        <div
          class="sticky bottom-4 flex w-fit items-center gap-3 rounded-lg border bg-popover px-4 py-2 text-sm text-popover-foreground shadow-md empty:invisible"
          role="status"
          data-calendar-status
        />
        <p class="text-sm text-muted-foreground max-md:hidden">
          {t(
            'Drag a scheduled document to another day, or select it and press Shift with an arrow key. It keeps its time of day.',
          )}
        </p>
      </div>
      <div data-loads-script={assetPath(c, 'calendar.js')} />
    </>
  )
  return { title: t('Calendar'), content }
}

function titleOf({ view, date, from, to }: Calendar): string {
  if (view === 'month') return inWords(date, { month: 'long', year: 'numeric' })
  const format = new Intl.DateTimeFormat(language(), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(from), new Date(to))
}

function inWords(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(new Date(day))
}

/** Links to other months and weeks. */
function Steps({ view, date, today }: Calendar) {
  const step = (count: number) => (view === 'month' ? addMonths(date, count) : addDays(date, count * 7))
  const names = view === 'month' ? [t('Previous month'), t('Next month')] : [t('Previous week'), t('Next week')]
  return (
    <nav class="flex flex-wrap items-center gap-2" aria-label={t('Calendar')}>
      <a class="btn" data-variant="outline" data-size="icon-sm" href={pathOf(view, step(-1))} aria-label={names[0]}>
        <Icon name="chevron-left" />
      </a>
      <a class="btn" data-variant="outline" data-size="sm" href={pathOf(view, today)}>
        {t('Today')}
      </a>
      <a class="btn" data-variant="outline" data-size="icon-sm" href={pathOf(view, step(1))} aria-label={names[1]}>
        <Icon name="chevron-right" />
      </a>
      {(['month', 'week'] as const).map((name) => (
        <a
          class="btn"
          data-variant={name === view ? 'secondary' : 'ghost'}
          data-size="sm"
          href={pathOf(name, date)}
          aria-current={name === view ? 'page' : undefined}
        >
          {name === 'month' ? t('Month') : t('Week')}
        </a>
      ))}
    </nav>
  )
}

/** Returns the address of a month or a week. */
export function pathOf(view: View, date: string): string {
  return `/admin/calendar?view=${view}&date=${date}`
}
