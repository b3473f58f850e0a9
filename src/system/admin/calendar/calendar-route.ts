import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { EDITORIAL } from '../editorial.ts'
import { calendarObject, calendarQuery } from './calendar-object.ts'
import { readCalendar } from './read-calendar.ts'

/** Route of the calendar of scheduled and published documents. */
export const calendarRoute = defineRoute({
  method: 'GET',
  path: '/admin/calendar',
  access: EDITORIAL,
  summary: 'Documents published or scheduled for publication in a month or a week',
  input: { query: calendarQuery },
  returns: z.strictObject({ data: calendarObject }),
  problems: ['invalid_query'],
  load: async (c, { query }) => ({ data: await readCalendar(c, query) }),
  page: () => import('./calendar-page.tsx'),
})
