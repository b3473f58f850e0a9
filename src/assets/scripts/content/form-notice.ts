export interface NoticeButton {
  readonly label: string
  readonly run: () => void
}

/** Shows a notice above a form, with buttons for possible actions; `null` removes it. */
export function showNotice(
  form: HTMLElement,
  notice: { readonly title: string; readonly text: string; readonly buttons: readonly NoticeButton[] } | null,
): void {
  const place = form.querySelector<HTMLElement>('[data-notice]')
  if (!place) return
  place.replaceChildren()
  delete place.dataset.floating
  if (notice === null) return
  const box = document.createElement('div')
  box.className = 'alert'
  box.setAttribute('role', 'alert')
  const title = document.createElement('h2')
  title.textContent = notice.title
  const section = document.createElement('section')
  const text = document.createElement('p')
  text.textContent = notice.text
  const row = document.createElement('div')
  row.className = 'mt-2 flex flex-wrap gap-2'
  for (const [index, { label, run }] of notice.buttons.entries()) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn'
    button.dataset.size = 'sm'
    if (index > 0) button.dataset.variant = 'outline'
    button.textContent = label
    button.addEventListener('click', run)
    row.append(button)
  }
  section.append(text, row)
  box.append(title, section)
  place.append(box)
  // The notice floats if the form's top is out of view.
  if (place.getBoundingClientRect().top < 0) place.dataset.floating = ''
}
