import { behaviour } from './behaviour.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const YEAR = 31_536_000

// Pages that count days are made on the server, which learns from this cookie in which zone.
if (!document.cookie.split('; ').includes(`zone=${zone}`)) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the admin is for
  document.cookie = `zone=${zone}; path=/admin; max-age=${YEAR}; samesite=lax`
}

/** `[data-zone]` of a page whose days are counted in another zone than the reader's: asks for it again. */
behaviour('[data-calendar][data-zone]', (calendar) => {
  const isKept = document.cookie.split('; ').includes(`zone=${zone}`)
  // Once: the service may not know the zone.
  if (calendar.dataset.zone === zone || !isKept || sessionStorage.getItem('zone') === zone) return
  sessionStorage.setItem('zone', zone)
  const address = new URL(location.href)
  address.searchParams.delete('zone')
  location.replace(address)
})
