import { multipartOf } from './form-body.ts'
import { HOSTILE_TEXTS, MARK } from './hostile.ts'
import type { Control, PageForm } from './page.ts'
import type { Random } from './random.ts'
import { escaped } from './request.ts'
import type { Sent } from './send.ts'

/** A form as it is sent, with what was typed. */
export interface Filled {
  readonly sent: Sent
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Types into a form and sends it: what is meant to be there, or what is not. */
export function fillForm(form: PageForm, page: string, random: Random): Filled {
  const isHostile = random.chance(0.6)
  const buttons = form.controls.filter(isButton)
  const pressed = buttons.length > 0 ? random.pick(buttons) : undefined
  const typed = form.controls.filter((control) => !isButton(control) && control.name !== '')
  const fields = typed.flatMap((control) => {
    const value = typedInto(control, isHostile && random.chance(0.4), random)
    return value === undefined ? [] : [[control.name, value] as const]
  })
  if (pressed && pressed.name !== '') fields.push([pressed.name, pressed.value])
  const { pathname, search } = new URL(pressed?.action ?? (form.action || page), new URL(page, 'http://localhost'))
  return { sent: sentAs(form, pathname, search, fields, random), fields }
}

function isButton({ kind }: Control): boolean {
  return ['button', 'submit', 'image', 'reset'].includes(kind)
}

function sentAs(form: PageForm, path: string, search: string, fields: Filled['fields'], random: Random): Sent {
  const encoded = fields.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')
  if (form.method === 'GET') return { method: 'GET', path: `${path}?${encoded.slice(0, 15_000)}`, headers: [] }
  if (!form.isMultipart) {
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    return { method: 'POST', path: path + search, headers, body: Buffer.from(encoded) }
  }
  const { bytes, type } = multipartOf(Object.fromEntries(fields), random)
  return { method: 'POST', path: path + search, headers: [['Content-Type', type]], body: bytes }
}

/** Value for a control; `undefined` where it sends nothing. */
function typedInto(control: Control, isHostile: boolean, random: Random): string | undefined {
  const { kind, value, options, isChecked } = control
  if (kind === 'checkbox' || kind === 'radio') {
    const isOn = random.chance(0.3) ? !isChecked : isChecked
    return isOn ? (isHostile ? hostileText(random) : value) : undefined
  }
  if (isHostile) return hostileText(random)
  if (kind === 'select') return options.length > 0 ? random.pick(options) : value
  if (kind === 'hidden' || (value !== '' && random.chance(0.5))) return value
  return TYPED[kind]?.(random) ?? `Words ${random.integer(1, 1e6)}`
}

const TYPED: { readonly [kind: string]: (random: Random) => string } = {
  email: (random) => `somebody-${random.integer(1, 1e6)}@example.com`,
  number: (random) => String(random.integer(0, 5)),
  date: (random) => `20${random.integer(10, 40)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`,
  'datetime-local': (random) => `20${random.integer(10, 40)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}T10:00`,
  url: (random) => `https://example.com/${random.integer(1, 1e6)}`,
  password: () => 'correct horse battery',
}

/** Every second one would be markup if nobody escaped it. */
function hostileText(random: Random): string {
  return random.chance(0.5) ? `a"'><${MARK} on${MARK}=1>` : random.pick(HOSTILE_TEXTS)
}
