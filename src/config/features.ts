/** Returns the name of the worker's variable for a feature: `newEditor` is `FEATURE_NEW_EDITOR`. */
export function featureVariable(feature: string): string {
  return `FEATURE_${feature.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

/** Returns the feature of a variable: `FEATURE_NEW_EDITOR` is `newEditor`; `null` for any other variable. */
export function featureOf(variable: string): string | null {
  const words = /^FEATURE_([A-Z0-9_]+)$/.exec(variable)?.[1]
  return words?.toLowerCase().replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()) ?? null
}
