import { behaviour } from './behaviour.ts'

const DAY = 86_400_000
/** As the reader writes dates where the page is in their language, else as the page's language does. */
const { lang } = document.documentElement
const locale = navigator.languages.find((tag) => tag === lang || tag.startsWith(`${lang}-`)) ?? lang
const near = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const far = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** `<time data-local>`: today as a time of day, else as a date, in the reader's zone and language. */
behaviour('time[data-local]', (element) => {
  const at = new Date(element.getAttribute('datetime') ?? '')
  if (Number.isNaN(at.getTime())) return
  const isToday = at.toDateString() === new Date().toDateString() && Math.abs(Date.now() - at.getTime()) < DAY
  element.textContent = isToday ? near.format(at) : far.format(at)
  element.title = far.format(at)
})
