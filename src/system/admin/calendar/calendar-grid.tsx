/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { language, message, t, tn } from '../../../ui/index.ts'
import { editPath } from '../content/paths.ts'
import type { Calendar, CalendarItem, PlannedItem } from './calendar-object.ts'
import { addDays, dayIn } from './civil-days.ts'

/** Maximum number of documents shown on a day of a month. The week shows all of them. */
const SHOWN_OF_DAY = 5

type Entry = CalendarItem | PlannedItem

/**
 * The days of the calendar, a week in each row. On narrow screens the days are stacked, and empty past days are hidden.
 */
export function CalendarGrid(calendar: Calendar) {
  const { from, to, items, planned, zone } = calendar
  const entries: Entry[] = [...planned, ...items].sort((a, b) => a.at.localeCompare(b.at))
  const byDay = Map.groupBy(entries, ({ at }) => dayIn(zone, Date.parse(at)))
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return (
    <div class="overflow-hidden rounded-lg border">
      <div
        class="hidden grid-cols-7 border-b bg-muted text-center text-sm text-muted-foreground md:grid"
        aria-hidden="true"
      >
        {days.slice(0, 7).map((day) => (
          <span class="py-1">{inWords(day, { weekday: 'short' })}</span>
        ))}
      </div>
      <ol class="grid gap-px bg-border md:grid-cols-7">
        {days.map((day) => (
          <Day day={day} items={byDay.get(day) ?? []} calendar={calendar} />
        ))}
      </ol>
    </div>
  )
}

interface DayProps {
  readonly day: string
  readonly items: readonly Entry[]
  readonly calendar: Calendar
}

function Day({ day, items, calendar }: DayProps) {
  const { view, today, date, zone } = calendar
  const isOutside = view === 'month' && day.slice(0, 7) !== date.slice(0, 7)
  const shown = view === 'week' ? items : items.slice(0, SHOWN_OF_DAY)
  const surface = isOutside ? 'bg-muted' : 'bg-background'
  const height = view === 'week' ? 'md:min-h-96' : 'md:min-h-28'
  const isQuiet = items.length === 0 && day !== today
  return (
    <li
      class={`min-w-0 p-1.5 ${surface} ${height} ${isQuiet ? 'max-md:hidden' : ''} data-[target]:ring-2 data-[target]:ring-ring data-[target]:ring-inset`}
      data-day={day}
      data-open={day >= today ? '' : undefined}
    >
      <h2 class="mb-1 text-sm">
        <a
          href={`/admin/calendar?view=week&date=${day}`}
          class="inline-flex min-h-6 items-center gap-1 rounded px-1 hover:underline aria-[current]:bg-primary aria-[current]:font-medium aria-[current]:text-primary-foreground"
          aria-current={day === today ? 'date' : undefined}
        >
          <span class="sr-only">
            {inWords(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
          </span>
          <span class="md:hidden" aria-hidden="true">
            {inWords(day, { weekday: 'short', day: 'numeric', month: 'short' })}
          </span>
          <span class="hidden md:inline" aria-hidden="true">
            {day.endsWith('-01') ? inWords(day, { day: 'numeric', month: 'short' }) : Number(day.slice(8))}
          </span>
        </a>
      </h2>
      {shown.length > 0 && (
        <ul class="grid grid-cols-1 gap-1">
          {shown.map((item) =>
            'path' in item ? (
              <Planned item={item} zone={zone} isLong={view === 'week'} />
            ) : (
              <Item item={item} zone={zone} isLong={view === 'week'} />
            ),
          )}
        </ul>
      )}
      {shown.length < items.length && (
        <a
          class="inline-flex min-h-6 items-center px-1 text-xs underline"
          href={`/admin/calendar?view=week&date=${day}`}
        >
          {tn(items.length - shown.length, '{count} more', '{count} more')}
        </a>
      )}
    </li>
  )
}

const WORDS = {
  scheduled: message('scheduled'),
  published: message('published'),
  changes: message('changes to a published document'),
}

/**
 * A document in the calendar. Unless the document is published, it links to the input for its time, which works without
 * a script.
 */
function Item({ item, zone, isLong }: { item: CalendarItem; zone: string; isLong: boolean }) {
  const { id, collection, label, title, status, at, mayMove } = item
  const path = editPath(collection, id)
  return (
    <li
      draggable={mayMove ? 'true' : undefined}
      data-item={id}
      data-collection={collection}
      data-at={at}
      data-moves={mayMove ? '' : undefined}
    >
      <Line
        title={title ?? id}
        label={label}
        at={at}
        path={status === 'published' ? path : `${path}#scheduled-at`}
        word={t(WORDS[status])}
        isWordShown={status === 'changes'}
        goesOut={status !== 'published'}
        mayMove={mayMove}
        zone={zone}
        isLong={isLong}
      />
    </li>
  )
}

function Planned({ item, ...shown }: { item: PlannedItem; zone: string; isLong: boolean }) {
  return (
    <li>
      <Line {...item} {...shown} word={item.label} isWordShown goesOut />
    </li>
  )
}

interface LineProps {
  readonly title: string
  readonly label: string
  readonly at: string
  readonly path: string
  /** Word for the event: what happens at the time in `at`. */
  readonly word: string
  /** True if the word is visible, not only for screen readers. Default `false`. */
  readonly isWordShown?: boolean
  readonly goesOut: boolean
  readonly mayMove?: boolean
  readonly zone: string
  readonly isLong: boolean
}

function Line({ title, label, at, path, word, isWordShown, goesOut, mayMove, zone, isLong }: LineProps) {
  const time = new Intl.DateTimeFormat(language(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return (
    <a
      href={path}
      draggable={false}
      class={`block min-h-6 rounded border px-1.5 py-0.5 text-xs hover:bg-accent ${goesOut ? 'border-primary bg-background' : 'border-transparent bg-muted'} ${mayMove ? 'cursor-grab' : ''}`}
      title={word === label ? `${title} (${label})` : `${title} (${label}, ${word})`}
      aria-keyshortcuts={mayMove ? 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown' : undefined}
    >
      <span class={isLong ? 'wrap-anywhere' : 'line-clamp-3 wrap-anywhere'}>
        <span
          class={`mr-1.5 inline-block size-2 rounded-full ${goesOut ? 'bg-primary' : 'bg-success'}`}
          aria-hidden="true"
        />
        <time datetime={at} class="text-muted-foreground tabular-nums">
          {time.format(new Date(at))}
        </time>{' '}
        <span class={isLong ? 'block font-medium' : 'font-medium'}>{title}</span>
        {isLong && word !== label && <span class="text-muted-foreground">{label}</span>}
        {isWordShown ? <span class="block text-muted-foreground">{word}</span> : <span class="sr-only">, {word}</span>}
      </span>
    </a>
  )
}

function inWords(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(new Date(day))
}
