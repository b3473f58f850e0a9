import { tabId, tabsAlive } from './tab.ts'

/** Unsaved input of a form, kept by the browser until it is saved, given up, or its writer signs out. */
export interface KeptCopy {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Names and texts, in the order of the form. */
  readonly entries: readonly (readonly [string, string])[]
}

/** A copy with the name under which the browser keeps it. */
export interface FoundCopy extends KeptCopy {
  readonly name: string
}

const PREFIX = 'lintel:unsaved:'

/** Milliseconds after which a copy that nobody came back to is given up: thirty days. */
const LONGEST = 30 * 24 * 60 * 60 * 1000

/**
 * Keeps what a form holds. Each tab has a copy of its own, so that two of them write two new documents.
 * @param key the form's own: who is signed in, the collection and the document
 */
export function keepCopy(key: string, form: HTMLFormElement): void {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  try {
    localStorage.setItem(nameOf(key), JSON.stringify({ at: Date.now(), entries } satisfies KeptCopy))
  } catch {
    // The browser keeps no more; the warning on leaving is still there.
  }
}

/**
 * The copy of this tab, otherwise the newest one of a tab that is gone; `null` where there is none. A new document that is
 * offered is put aside: another one may be written meanwhile.
 */
export async function keptCopy(key: string): Promise<FoundCopy | null> {
  const alive = await tabsAlive()
  const mine = nameOf(key)
  const copies = copiesOf(key).filter(({ name }) => name === mine || !alive.has(name.slice(`${PREFIX}${key}:`.length)))
  const own = copies.find(({ name }) => name === mine)
  if (own) return / new( |$)/.test(key) ? putAside(own, `${PREFIX}${key}:${own.at}`) : own
  return copies.toSorted((one, other) => other.at - one.at)[0] ?? null
}

function putAside(copy: FoundCopy, name: string): FoundCopy {
  try {
    localStorage.setItem(name, JSON.stringify({ at: copy.at, entries: copy.entries } satisfies KeptCopy))
  } catch {
    return copy
  }
  forgetNamed(copy.name)
  return { ...copy, name }
}

/** Forgets this tab's copy. */
export function forgetCopy(key: string): void {
  forgetNamed(nameOf(key))
}

/** Forgets a copy by the name under which it was found. */
export function forgetNamed(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // There was nothing to forget.
  }
}

/** Forgets every copy: whoever uses the browser next is somebody else. */
export function forgetAll(): void {
  for (const name of names('')) forgetNamed(name)
}

function nameOf(key: string): string {
  return `${PREFIX}${key}:${tabId()}`
}

function copiesOf(key: string): FoundCopy[] {
  return names(`${key}:`).flatMap((name) => {
    const copy = read(name)
    if (copy !== null && Date.now() - copy.at < LONGEST) return [{ ...copy, name }]
    forgetNamed(name)
    return []
  })
}

function names(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + beginning))
  } catch {
    return []
  }
}

function read(name: string): KeptCopy | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as KeptCopy | null
  } catch {
    return null
  }
}
