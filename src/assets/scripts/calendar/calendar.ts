import { behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import { type Item, itemOf, reschedule } from './reschedule.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const DAY = 86_400_000

/** `[data-calendar]`: moves scheduled documents to other days with a mouse or the keyboard, with undo. */
behaviour('[data-calendar]', (calendar) => {
  const translate = translatorOf(calendar)
  const status = calendar.querySelector<HTMLElement>('[data-calendar-status]')
  let work = Promise.resolve()

  const tell = (text: string, undo?: () => void): void => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn'
    button.dataset.variant = 'outline'
    button.dataset.size = 'sm'
    button.textContent = translate('Undo')
    button.addEventListener('click', () => undo?.())
    status?.replaceChildren(text, ...(undo ? [button] : []))
  }

  /** Runs tasks one after the other, so that a key pressed twice moves twice. */
  const inTurn = (task: () => Promise<void>): void => {
    work = work.then(task).catch(() => tell(translate('The service cannot be reached. Nothing was moved.')))
  }

  const moveBy = async (id: string, days: number): Promise<void> => {
    const item = itemOf(calendar, id)
    if (item === null || days === 0) return
    const to = new Date(item.at)
    to.setDate(to.getDate() + days)
    if (to.getTime() <= Date.now()) return tell(translate('That time has passed. Choose a later day.'))
    await move(item, to.toISOString(), 'Moved to {time}.')
  }

  const move = async (item: Item, to: string, messageText: string): Promise<void> => {
    const outcome = await reschedule(item, to)
    await refresh(calendar)
    focusOn(calendar, item.id)
    if (outcome === 'changed') {
      tell(translate('This document has been changed in the meantime. The calendar now shows its new time.'))
    } else if (outcome !== 'done') tell(outcome.refused)
    else {
      const back = () => inTurn(() => move({ ...item, at: to }, item.at, 'Moved back to {time}.'))
      tell(translate(messageText, { time: inWords(to) }), messageText === 'Moved to {time}.' ? back : undefined)
    }
  }

  calendar.addEventListener('keydown', (event) => {
    const id = movable(event.target)?.dataset.item
    const days = STEPS[event.key]
    if (id === undefined || days === undefined || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return
    event.preventDefault()
    inTurn(() => moveBy(id, days))
  })
  dragDays(calendar, (id, days) => inTurn(() => moveBy(id, days)))
})

/** Lets the user drag documents to days that are not in the past. */
function dragDays(calendar: HTMLElement, dropped: (id: string, days: number) => void): void {
  let dragged: HTMLElement | null = null
  const mark = (day: Element | null): void => {
    for (const other of calendar.querySelectorAll('[data-target]')) other.removeAttribute('data-target')
    day?.setAttribute('data-target', '')
  }
  calendar.addEventListener('dragstart', (event) => {
    dragged = movable(event.target)
    if (dragged === null) return
    event.dataTransfer?.setData('text/plain', dragged.textContent ?? '')
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
  })
  calendar.addEventListener('dragover', (event) => {
    const day = dayUnder(event)
    mark(dragged === null ? null : day)
    if (dragged !== null && day !== null) event.preventDefault()
  })
  calendar.addEventListener('dragend', () => {
    dragged = null
    mark(null)
  })
  calendar.addEventListener('drop', (event) => {
    const to = dayUnder(event)?.dataset.day
    const from = dragged?.closest<HTMLElement>('[data-day]')?.dataset.day
    const id = dragged?.dataset.item
    dragged = null
    mark(null)
    if (to === undefined || from === undefined || id === undefined) return
    event.preventDefault()
    dropped(id, Math.round((Date.parse(to) - Date.parse(from)) / DAY))
  })
}

function dayUnder(event: Event): HTMLElement | null {
  return (event.target as Element).closest<HTMLElement>('[data-day][data-open]')
}

function movable(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-moves]') : null
}

/** Loads the current page again, and replaces the grid of the calendar. */
async function refresh(calendar: HTMLElement): Promise<void> {
  const response = await fetchSignedIn(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok || !calendar.isConnected) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [now, then] = [document, page].map((root) => root.querySelector('[data-calendar-part="grid"]'))
  if (now && then) now.replaceWith(then)
}

function focusOn(calendar: HTMLElement, id: string): void {
  // A published document with scheduled changes appears twice.
  const links = calendar.querySelectorAll<HTMLElement>(`[data-item="${CSS.escape(id)}"] a`)
  links[links.length - 1]?.focus()
}

function inWords(iso: string): string {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'full', timeStyle: 'short' })
  return format.format(new Date(iso))
}
