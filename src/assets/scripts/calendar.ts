/** Script of the calendar, loaded on its page. */
import './calendar/calendar.ts'
