const ID = 'lintel:tab'
const LOCK = 'lintel:tab:'

let name: string | null = null

/** Returns the name of this tab, which stays the same when the tab opens other pages. */
export function tabId(): string {
  name ??= stored() ?? begin()
  return name
}

/** Returns the names of the tabs in which a form is open, including this one; empty in a browser without locks. */
export async function tabsAlive(): Promise<ReadonlySet<string>> {
  await ready
  const { held: locks = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(locks.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}

/** Resolves once this tab is known to the other tabs. A duplicated tab begins with the name of the original. */
const ready = hold()

async function hold(): Promise<void> {
  if (navigator.locks === undefined) return
  while (!(await isHeld(tabId()))) name = begin()
}

/**
 * Takes the lock of a name for the lifetime of the page.
 * @returns whether the lock was free
 */
function isHeld(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => undefined)
    })
  })
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(ID)
  } catch {
    return null
  }
}

function begin(): string {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  try {
    sessionStorage.setItem(ID, id)
  } catch {
    // The name lasts as long as the page.
  }
  return id
}
