/** Keys such as `Control+B` as they stand on the keyboard that somebody has. */
export function shownKeys(keys: string): string {
  return keys.replace('Control', isApple() ? '⌘' : 'Ctrl')
}

/** The same as `aria-keyshortcuts` names them. */
export function namedKeys(keys: string): string {
  return isApple() ? keys.replace('Control', 'Meta') : keys
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
