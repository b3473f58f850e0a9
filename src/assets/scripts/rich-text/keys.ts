/** Returns keys such as `Control+B` as they are labeled on the user's keyboard. */
export function shownKeys(keys: string): string {
  return keys.replace('Control', isApple() ? '⌘' : 'Ctrl')
}

/** Returns keys in the form of `aria-keyshortcuts`. */
export function namedKeys(keys: string): string {
  return isApple() ? keys.replace('Control', 'Meta') : keys
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
