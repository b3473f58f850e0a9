import { behaviour } from './behaviour.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const YEAR = 31_536_000

// The server renders pages with days, and reads the zone from this cookie.
if (!document.cookie.split('; ').includes(`zone=${zone}`)) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the admin is for
  document.cookie = `zone=${zone}; path=/admin; max-age=${YEAR}; samesite=lax`
}

/** `[data-zone]` on a page that shows days: reloads the page if its time zone is not the user's. */
behaviour('[data-calendar][data-zone]', (calendar) => {
  const isKept = document.cookie.split('; ').includes(`zone=${zone}`)
  // Reloads only once, because the service may not know the zone.
  if (calendar.dataset.zone === zone || !isKept || sessionStorage.getItem('zone') === zone) return
  sessionStorage.setItem('zone', zone)
  const address = new URL(location.href)
  address.searchParams.delete('zone')
  location.replace(address)
})
