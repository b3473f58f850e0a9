import { type Device, hasRoomBeside, isDevice, remember, remembered, WIDTHS } from './remembered.ts'

/** The panel that shows the website. */
export interface Panel {
  readonly element: HTMLElement
  readonly frame: HTMLIFrameElement
  /** Shows whether the page is up to date. */
  tell(text: string): void
  /** Shows or hides help for a page that does not respond. */
  showHelp(isShown: boolean): void
  /** Sets the address that opens in a new window. */
  setAddress(url: string): void
  remove(): void
}

/** Actions of the panel's buttons. */
export interface PanelActions {
  close(): void
  reload(): void
  copyLink(): void
}

/** Creates the panel from a template, beside the page. */
export function createPanel(template: HTMLTemplateElement, actions: PanelActions): Panel {
  const element = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement // as rendered
  const find = <Kind extends HTMLElement>(selector: string): Kind => {
    const found = element.querySelector<Kind>(selector)
    if (!found) throw new Error(`the preview has no ${selector}`)
    return found
  }
  const frame = find<HTMLIFrameElement>('iframe')
  const stage = find('[data-stage]')
  const status = find('[data-status]')
  const show = (device: Device): void => {
    document.body.dataset.preview = device
    for (const button of element.querySelectorAll<HTMLElement>('[data-device]')) {
      button.setAttribute('aria-pressed', String(button.dataset.device === device))
    }
    fit(frame, stage, device)
  }
  const sizes = new ResizeObserver(() => fit(frame, stage, remembered().device))
  element.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button')
    if (isDevice(button?.dataset.device)) {
      remember({ device: button.dataset.device })
      show(button.dataset.device)
    }
    if (button?.dataset.action === 'close') actions.close()
    if (button?.dataset.action === 'reload') actions.reload()
    if (button?.dataset.action === 'link') actions.copyLink()
  })
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') actions.close()
  })
  document.body.append(element)
  sizes.observe(stage)
  show(remembered().device)
  return {
    element,
    frame,
    tell(text) {
      if (status.textContent !== text) status.textContent = text
    },
    showHelp(isShown) {
      find('[data-help]').hidden = !isShown
    },
    setAddress(url) {
      find<HTMLAnchorElement>('[data-open]').href = url
    },
    remove() {
      sizes.disconnect()
      element.remove()
      delete document.body.dataset.preview
    },
  }
}

/** Lays the page out at the width of a device, and scales it down to fit. On narrow screens, it fills the panel. */
function fit(frame: HTMLElement, stage: HTMLElement, device: Device): void {
  const { clientWidth, clientHeight } = stage
  const pageWidth = hasRoomBeside() ? WIDTHS[device] : 0
  const width = device === 'desktop' ? Math.max(pageWidth, clientWidth) : pageWidth || clientWidth
  const scale = Math.min(1, clientWidth / width)
  frame.style.width = `${width}px`
  frame.style.height = `${clientHeight / scale}px`
  frame.style.transform = `scale(${scale})`
  frame.style.left = `${Math.max(0, (clientWidth - width * scale) / 2)}px`
}
