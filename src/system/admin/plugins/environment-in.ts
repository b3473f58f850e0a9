import { HttpError, manifestOf, type RequestContext, t } from '../../../runtime/kit.ts'

/**
 * Returns the environment that a form names; `null` for the plugin's call.
 * @throws HttpError `not_found`
 */
export function environmentIn(c: RequestContext, name: string): string | null {
  if (name === '') return null
  if (Object.hasOwn(manifestOf(c).environments, name)) return name
  throw new HttpError('not_found', t('The config has no such environment.'))
}
