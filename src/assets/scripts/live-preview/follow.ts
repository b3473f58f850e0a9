import { goToField } from '../behaviours/go-to-field.ts'
import type { Translate } from '../behaviours/words.ts'
import { converse } from './conversation.ts'
import { idAt, nameAround, pathOf } from './field-paths.ts'
import type { Panel } from './panel.ts'
import { createSender } from './sender.ts'

/** Milliseconds after the last key until a page that cannot show changes by itself is reloaded. */
const RELOAD = 1500

/** Connection between a form and the page that shows its changes. */
export interface Following {
  /** Continues with the form that has replaced the previous one. */
  follow(form: HTMLFormElement): void
  reload(): void
  end(): void
}

/**
 * Keeps the page in the panel's frame up to date with a form.
 * @param beforeSelecting called before the form gets the focus
 */
export function followForm(panel: Panel, translate: Translate, beforeSelecting: () => void): Following {
  let form: HTMLFormElement | null = null
  let url = ''
  let change = 0
  let skipped: readonly string[] = []
  let reloadTimer = 0
  let following = new AbortController()

  const tellState = (): void => {
    const names = skipped.slice(0, 5).join(' · ')
    panel.tell(skipped.length === 0 ? translate('Up to date') : translate('Not shown as typed: {names}', { names }))
  }
  const field = (): string | null => {
    const { activeElement } = document
    const name = activeElement && form?.contains(activeElement) ? nameAround(activeElement) : null
    return form && name !== null ? pathOf(form, name) : null
  }
  const load = (): void => {
    clearTimeout(reloadTimer)
    if (url === '') return
    panel.showHelp(false)
    panel.tell(translate('Loading'))
    page.load(url)
  }
  const loadLater = (): void => {
    clearTimeout(reloadTimer)
    reloadTimer = window.setTimeout(load, RELOAD)
  }
  const page = converse(panel.frame, {
    greeted() {
      panel.showHelp(false)
      tellState()
      // Input that was typed while the page was loading.
      page.send({ lintel: 'changed', field: field(), change })
      sender.sendNow()
    },
    shown: (shown) => {
      if (shown === change) tellState()
    },
    failed(reason) {
      panel.tell(translate('The page cannot be updated: {reason}', { reason }))
      loadLater()
    },
    selected(path) {
      if (form === null) return
      beforeSelecting()
      goToField(idAt(form, path))
    },
    silent() {
      panel.showHelp(true)
      panel.tell(translate('The page does not respond'))
    },
  })
  const sender = createSender({
    kept(sent) {
      change += 1
      skipped = sent.skipped
      if (sent.url !== url) {
        url = sent.url
        panel.setAddress(url)
        load()
      } else if (page.isConnected) page.send({ lintel: 'changed', field: field(), change })
      else loadLater()
    },
    notKept(reason) {
      const why = reason ?? translate('The service cannot be reached')
      panel.tell(translate('The preview is not updated: {reason}', { reason: why }))
    },
    notSavedYet({ dataset }) {
      panel.tell(
        dataset.autosave === undefined
          ? translate('Save this document once to see its preview.')
          : translate('The preview opens as soon as the required fields are filled in.'),
      )
    },
  })
  return {
    follow(next) {
      following.abort()
      following = new AbortController()
      form = next
      const { signal } = following
      form.addEventListener('focusin', () => page.send({ lintel: 'editing', field: field() }), { signal })
      sender.follow(form)
    },
    reload: load,
    end() {
      clearTimeout(reloadTimer)
      following.abort()
      sender.end()
      page.end()
    },
  }
}
