import { environmentOf, HttpError, settingsOf, t, type WithEnv } from 'lintel/kit'
import { settings } from './settings.ts'

/**
 * Returns the reason why sample data may not be made in this environment, in a sentence that says what to do; `null` if
 * it may be made.
 */
export function whyNot(c: WithEnv): string | null {
  const { enabled, environments } = settingsOf(c, settings)
  const { name } = environmentOf(c)
  if (!environments.includes(name)) {
    const named = environments.join(', ') || t('no environment')
    return t('Sample data is not created in {name}: the setting environments of seed-data-plugin contains {named}.', {
      name,
      named,
    })
  }
  if (enabled) return null
  return t('Sample data is turned off in {name}: set enabled: true for seed-data-plugin in cms.config.ts.', { name })
}

/**
 * Requires that sample data may be made in this environment.
 * @throws HttpError `forbidden`
 */
export function requireAllowed(c: WithEnv): void {
  const reason = whyNot(c)
  if (reason !== null) throw new HttpError('forbidden', reason)
}
