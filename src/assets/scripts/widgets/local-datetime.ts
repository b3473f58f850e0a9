import { behaviour } from '../behaviours/behaviour.ts'

/** `<input type="datetime-local" data-utc>`: shows a UTC time in the user's zone, and sends it in UTC. */
behaviour('input[data-utc]', (element) => {
  const input = element as HTMLInputElement
  const sent = document.createElement('input')
  sent.type = 'hidden'
  sent.name = input.name
  sent.value = input.value
  input.removeAttribute('name')
  input.after(sent)
  const at = input.value === '' ? null : new Date(`${input.value}Z`)
  if (at && !Number.isNaN(at.getTime())) input.value = local(at)
  // If the year has at most four digits, typing continues with the time.
  if (input.max === '') input.max = '9999-12-31T23:59'
  const zone = input.parentElement?.querySelector('[data-zone]')
  if (zone) zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone
  input.addEventListener('input', () => {
    const time = new Date(input.value)
    sent.value = Number.isNaN(time.getTime()) ? '' : time.toISOString()
  })
})

function local(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
