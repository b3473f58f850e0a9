import { behaviour } from '../behaviours/behaviour.ts'
import { onReveal } from '../behaviours/reveal.ts'
import { translatorOf } from '../behaviours/words.ts'

/** The last open tab by page, because saving replaces the form. */
const lastOpen = new Map<string, string>()

/** `<div data-form-tabs>`: turns links to sections into tabs. The address names the tab that the user has chosen. */
behaviour('[data-form-tabs]', (host) => {
  const list = host.querySelector<HTMLElement>(':scope > nav')
  const tabs = [...(list?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]
  const sections = tabs.map((tab) => host.querySelector<HTMLElement>(`:scope > ${tab.getAttribute('href')}`))
  if (!list || sections.some((section) => section === null)) return
  const translate = translatorOf(host)
  const key = sections.map((section) => section?.id).join(' ')

  const open = (index: number, isChosen: boolean): void => {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === index))
      tab.tabIndex = at === index ? 0 : -1
      const section = sections[at]
      if (section) section.hidden = at !== index
    }
    const id = sections[index]?.id ?? ''
    lastOpen.set(key, id)
    if (isChosen) history.replaceState(history.state, '', `#${id}`)
  }
  const count = (): void => {
    for (const [at, tab] of tabs.entries()) {
      const wrong = sections[at]?.querySelectorAll('[data-invalid=true]').length ?? 0
      const badge = tab.querySelector<HTMLElement>('[data-count]')
      if (!badge) continue
      const text = wrong === 0 ? '' : String(wrong)
      if (badge.textContent === text) continue
      badge.textContent = text
      if (wrong === 0) tab.removeAttribute('aria-description')
      else tab.setAttribute('aria-description', translate('{count} to correct', { count: wrong }))
    }
  }

  list.setAttribute('role', 'tablist')
  for (const [at, tab] of tabs.entries()) {
    const section = sections[at]
    tab.setAttribute('role', 'tab')
    tab.id = `${section?.id}-tab`
    tab.setAttribute('aria-controls', section?.id ?? '')
    section?.setAttribute('role', 'tabpanel')
    tab.addEventListener('click', (event) => {
      event.preventDefault()
      open(at, true)
    })
  }
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(event.target as HTMLAnchorElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (at === -1 || (next === undefined && event.key !== ' ')) return
    event.preventDefault()
    const index = ((next ?? at) + tabs.length) % tabs.length
    open(index, true)
    tabs[index]?.focus()
  })
  onReveal(host, (element) => {
    const index = sections.findIndex((section) => section?.contains(element))
    if (index !== -1) open(index, false)
  })
  new MutationObserver(count).observe(host, { subtree: true, childList: true, attributeFilter: ['data-invalid'] })

  const named = sections.findIndex((section) => `#${section?.id}` === location.hash)
  const last = sections.findIndex((section) => section?.id === lastOpen.get(key))
  const start = Math.max(0, named === -1 ? last : named)
  const hasErrors = (section: HTMLElement | null | undefined) => section?.querySelector('[data-invalid=true]') != null
  const wrong = sections.findIndex(hasErrors)
  host.dataset.ready = 'true'
  open(wrong === -1 || hasErrors(sections[start]) ? start : wrong, false)
  count()
})
