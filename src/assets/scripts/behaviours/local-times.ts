import { behaviour } from './behaviour.ts'

const DAY = 86_400_000
const near = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const far = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** `<time data-local>`: today as a time of day, else as a date, in the reader's zone and language. */
behaviour('time[data-local]', (element) => {
  const at = new Date(element.getAttribute('datetime') ?? '')
  if (Number.isNaN(at.getTime())) return
  const isToday = at.toDateString() === new Date().toDateString() && Math.abs(Date.now() - at.getTime()) < DAY
  element.textContent = isToday ? near.format(at) : far.format(at)
  element.title = far.format(at)
})
