import * as z from 'zod'

/** Schema of a day that the calendar can show. */
const day = z.iso.date().refine((text) => text >= '1970-01-01' && text < '9999-01-01')

export const VIEWS = ['month', 'week'] as const

export type View = (typeof VIEWS)[number]

export const calendarQuery = z.strictObject({
  view: z.enum(VIEWS).default('month'),
  date: day.optional().meta({ description: 'A day in the month or week. Default: today.' }),
  zone: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "A time zone, such as `Europe/Berlin`. Default: the browser's, else UTC." }),
})

export type CalendarQuery = z.output<typeof calendarQuery>

const calendarItem = z.strictObject({
  id: z.string(),
  collection: z.string(),
  /** Label of the collection. */
  label: z.string(),
  title: z.string().nullable(),
  status: z
    .enum(['scheduled', 'published', 'changes'])
    .meta({ description: '`changes`: pending changes to a published document are scheduled.' }),
  at: z.iso.datetime({ precision: 3 }),
  mayMove: z.boolean().meta({ description: 'Whether the document is scheduled and your role may change its time.' }),
})

const plannedItem = z.strictObject({
  /** Label of the plugin's section of the dashboard. */
  label: z.string(),
  title: z.string(),
  path: z.string().meta({ description: 'Path of its page in the admin.' }),
  at: z.iso.datetime({ precision: 3 }),
})

/** Schema of a month or a week of the calendar. */
export const calendarObject = z.strictObject({
  view: z.enum(VIEWS),
  zone: z.string(),
  today: day,
  date: day,
  from: day,
  to: day.meta({ description: 'Last day shown.' }),
  items: z.array(calendarItem).readonly().meta({ description: 'Sorted by time.' }),
  planned: z.array(plannedItem).readonly().meta({ description: 'Entries from plugins, such as releases.' }),
  isWhole: z.boolean().meta({ description: 'False if there are more documents than are listed.' }),
})

export type CalendarItem = z.output<typeof calendarItem>
export type PlannedItem = z.output<typeof plannedItem>
export type Calendar = z.output<typeof calendarObject>
