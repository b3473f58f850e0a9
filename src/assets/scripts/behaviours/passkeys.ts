import { behaviour } from './behaviour.ts'

/** Options and state from the service. The state is sent back with the credential. */
interface Begun {
  readonly options: Record<string, unknown>
  readonly state: string
}

/** Milliseconds after which an unused challenge is renewed, before the service forgets it. */
const RENEW_AFTER = 4 * 60_000

/**
 * True if the browser supports the JSON form of passkey options and credentials. Passkeys are impossible on an IP
 * address.
 */
const isAble =
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/**
 * `<form data-passkey="sign-in" hidden>` with the fields `state` and `credential`: signs in with its button, and with
 * the browser's suggestion in a field with `autocomplete="… webauthn"`. With `data-refused` it waits for the button, so
 * that a rejected passkey is not suggested again.
 */
behaviour('form[data-passkey="sign-in"]', (element) => {
  if (!isAble || !(element instanceof HTMLFormElement)) return
  const form = element
  let waiting = new AbortController()
  form.hidden = false
  const ask = async (mediation: CredentialMediationRequirement): Promise<void> => {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    const { options, state } = await begin('/api/auth/passkeys/sign-in/options', {})
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never) // as the service writes them
    const credential = await navigator.credentials.get({ publicKey, signal, mediation })
    if (credential === null || signal.aborted) return
    fill(form, 'state', state)
    fill(form, 'credential', JSON.stringify(credential))
    form.submit()
  }
  const suggest = async (): Promise<void> => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    const renewal = setTimeout(() => void suggest(), RENEW_AFTER)
    // A failure is not shown, because the user has not asked for a passkey yet.
    await ask('conditional').catch(() => clearTimeout(renewal))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask('optional').catch((error: unknown) => {
      showProblem(form, error)
      void suggest()
    })
  })
  if (form.dataset.refused === undefined) void suggest()
})

/**
 * `<form data-passkey="add" hidden>` with the fields `name` and optionally `password`: adds a passkey to the account.
 */
behaviour('form[data-passkey="add"]', (element) => {
  if (!isAble || !(element instanceof HTMLFormElement)) return
  const form = element
  form.hidden = false
  const add = async (): Promise<void> => {
    const values = Object.fromEntries(new FormData(form)) as Record<string, string> // the form has no file input
    const password = values.password ? { password: values.password } : {}
    const { options, state } = await begin('/api/auth/passkeys/options', password)
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never) // as the service writes them
    const credential = await navigator.credentials.create({ publicKey })
    await post('/api/auth/passkeys', { state, credential, name: values.name })
    location.assign(form.action)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    add().catch((error: unknown) => showProblem(form, error))
  })
})

/**
 * `<div data-passkey="invitation" hidden>` with a button, beside `<form data-form="invitation">` with the fields
 * `token`, `state`, `credential` and `passkeyName`: accepts an invitation with a new passkey.
 */
behaviour('[data-passkey="invitation"]', (element) => {
  const form = document.querySelector('form[data-form="invitation"]')
  if (!isAble || !(form instanceof HTMLFormElement)) return
  const button = element.querySelector('button')
  const accept = async (): Promise<void> => {
    const { token } = Object.fromEntries(new FormData(form)) as Record<string, string> // the form has no file input
    const { options, state } = await begin('/api/auth/invitation/passkey-options', { token })
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never) // as the service writes them
    const credential = await navigator.credentials.create({ publicKey })
    fill(form, 'state', state)
    fill(form, 'credential', JSON.stringify(credential))
    fill(form, 'passkeyName', button?.dataset.name ?? '')
    form.submit()
  }
  button?.addEventListener('click', () => {
    accept().catch((error: unknown) => showProblem(element, error))
  })
  element.hidden = false
})

function begin(path: string, body: object): Promise<Begun> {
  return post(path, body)
}

async function post<Result>(path: string, body: object): Promise<Result> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const result = await response.json()
  if (!response.ok) throw new Refused(result.errors?.[0]?.message ?? result.detail ?? result.title)
  return result
}

/** An error of the service, with its reason in the user's language. */
class Refused extends Error {}

/** Shows why using or adding a passkey failed. The browser's own error messages are not meant for users. */
function showProblem(form: HTMLElement, error: unknown): void {
  const alert = form.querySelector<HTMLElement>('[role="alert"]')
  if (alert === null) return
  if (error instanceof Refused) alert.textContent = error.message
  else alert.textContent = alert.dataset.failed ?? ''
  alert.hidden = false
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}
