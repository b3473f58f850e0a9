/** Unsaved input of a form, kept by the tab until it is closed. */
export interface KeptCopy {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Names and texts, in the order of the form. */
  readonly entries: readonly (readonly [string, string])[]
}

const PREFIX = 'lintel:unsaved:'

/** @param key the form's own: who is signed in, the collection and the document */
export function keepCopy(key: string, form: HTMLFormElement): void {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), entries } satisfies KeptCopy))
  } catch {
    // The browser keeps no more; the warning on leaving is still there.
  }
}

export function keptCopy(key: string): KeptCopy | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    return text === null ? null : (JSON.parse(text) as KeptCopy)
  } catch {
    return null
  }
}

export function forgetCopy(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // There was nothing to forget.
  }
}
