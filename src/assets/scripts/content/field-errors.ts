/** Shows an error beside the input with this name; `null` removes it. */
export function showFieldError(form: HTMLElement, name: string, error: string | null): void {
  const escaped = CSS.escape(name)
  const input = [...form.querySelectorAll<HTMLElement>(`[name="${escaped}"], [name="${escaped}~add"]`)].find(
    (element) => element.id !== '',
  )
  const named = form.querySelector<HTMLElement>(`fieldset[data-path="${escaped}"]`)
  const holder = named ?? input?.closest<HTMLElement>('.field')
  if (!holder) return
  const id = `${named?.id ?? input?.id ?? ''}-note`
  const shown = holder.querySelector<HTMLElement>(`:scope > [data-live-error]`)
  const note = [...holder.children].find((child) => child.id === id && child !== shown) as HTMLElement | undefined
  const isFromServer = note?.getAttribute('role') === 'alert'
  if (error === null) {
    shown?.remove()
    if (isFromServer) note.remove()
    delete holder.dataset.invalid
    input?.removeAttribute('aria-invalid')
    return
  }
  const place = isFromServer ? note : (shown ?? document.createElement('p'))
  place.className = 'text-sm text-destructive'
  place.setAttribute('role', 'alert')
  if (!isFromServer) {
    place.dataset.liveError = ''
    place.id = `${id}-live`
    if (!shown) holder.append(place)
    input?.setAttribute('aria-describedby', [note?.id, place.id].filter(Boolean).join(' '))
  }
  if (place.textContent !== error) place.textContent = error
  holder.dataset.invalid = 'true'
  input?.setAttribute('aria-invalid', 'true')
}
