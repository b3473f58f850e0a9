/** The behavior of the calendar in a browser: loaded on its page. */
import './calendar/calendar.ts'
