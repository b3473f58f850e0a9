import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { type Following, followForm } from './follow.ts'
import { copyLink } from './link.ts'
import { createPanel, type Panel } from './panel.ts'
import { hasRoomBeside, remember, TOGGLE } from './remembered.ts'
import { makeRoom } from './room.ts'

/** The open preview; `null` if it is closed. */
let open: { readonly panel: Panel; readonly following: Following; readonly giveBack: () => void } | null = null

document.addEventListener(TOGGLE, () => {
  if (open === null) start()
  else close(false)
})
// After saving, the page has no form, or a new one.
document.addEventListener(ADDED, () => {
  if (open !== null && hostOf() === null) close(true)
  else showState()
})
behaviour('form[data-document]', (form) => {
  open?.following.follow(form as HTMLFormElement)
  showState()
})

function hostOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-live-preview]')
}

function start(): void {
  const host = hostOf()
  const form = document.querySelector<HTMLFormElement>('form[data-document]')
  const template = host?.querySelector('template')
  if (!host || !form || !template) return
  const translate = translatorOf(host)
  const panel = createPanel(template, {
    close: () => close(false),
    reload: () => following.reload(),
    copyLink: () => void copyLink(panel, translate),
  })
  const following = followForm(panel, translate, () => {
    if (!hasRoomBeside()) close(true)
  })
  open = { panel, following, giveBack: makeRoom(panel.element) }
  following.follow(form)
  if (hasRoomBeside()) remember({ isOpen: true })
  else panel.element.querySelector<HTMLElement>('button[data-action=close]')?.focus()
  showState()
}

/**
 * Closes the preview.
 * @param isKept true if the preview opens by itself with the next form
 */
function close(isKept: boolean): void {
  if (open === null) return
  const { panel, following, giveBack } = open
  open = null
  following.end()
  panel.remove()
  giveBack()
  if (!isKept) {
    remember({ isOpen: false })
    document.querySelector<HTMLElement>('[data-live-preview-open]')?.focus()
  }
  showState()
}

function showState(): void {
  for (const button of document.querySelectorAll('[data-live-preview-open]')) {
    button.setAttribute('aria-expanded', String(open !== null))
  }
}
