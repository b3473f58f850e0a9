import { tabId, tabsAlive } from './tab.ts'

/** Unsaved input of a form, stored in the browser until it is saved or discarded, or its author signs out. */
export interface KeptCopy {
  /** Time in milliseconds since the epoch. */
  readonly at: number
  /** Names and texts of inputs, in the order of the form. */
  readonly entries: readonly (readonly [string, string])[]
}

/** A stored copy and its name in the browser's storage. */
export interface FoundCopy extends KeptCopy {
  readonly name: string
}

const PREFIX = 'lintel:unsaved:'

/** Maximum age of a copy in milliseconds: thirty days. */
const LONGEST = 30 * 24 * 60 * 60 * 1000

/**
 * Stores the input of a form. Each tab has its own copy, so that two tabs can write two new documents.
 * @param key the form's key: the user, the collection and the document
 */
export function keepCopy(key: string, form: HTMLFormElement): void {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  try {
    localStorage.setItem(nameOf(key), JSON.stringify({ at: Date.now(), entries } satisfies KeptCopy))
  } catch {
    // The storage is full; the warning on leaving still works.
  }
}

/**
 * Returns this tab's copy, otherwise the newest copy of a closed tab; `null` if there is none. The copy of a new
 * document is stored under another name, because the tab may store a copy of another new document in the meantime.
 */
export async function keptCopy(key: string): Promise<FoundCopy | null> {
  const alive = await tabsAlive()
  const mine = nameOf(key)
  const copies = copiesOf(key).filter(({ name }) => name === mine || !alive.has(name.slice(`${PREFIX}${key}:`.length)))
  const copyOfTab = copies.find(({ name }) => name === mine)
  if (copyOfTab) return / new( |$)/.test(key) ? putAside(copyOfTab, `${PREFIX}${key}:${copyOfTab.at}`) : copyOfTab
  return copies.toSorted((left, right) => right.at - left.at)[0] ?? null
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

/** Deletes this tab's copy. */
export function forgetCopy(key: string): void {
  forgetNamed(nameOf(key))
}

/** Deletes a copy by its name. */
export function forgetNamed(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Without storage, there is no copy.
  }
}

/** Deletes all copies, because the next user of the browser may be a different person. */
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
