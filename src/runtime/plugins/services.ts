import type { RequestContext } from '../../config/request.ts'
import type { ServiceName, Services } from '../../config/services.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import { runtimeOf } from '../isolate/runtime.ts'

/** Returns the service that an active plugin provides under this name; `null` if no active plugin does. */
export async function findService<Name extends ServiceName>(
  c: RequestContext,
  name: Name,
): Promise<Services[Name] | null> {
  const { activity, program, providers } = runtimeOf(c)
  const provider = providers.get(name)
  if (provider === undefined || !(await activity.isActive(provider))) return null
  const provide = program.plugins[provider]?.services?.[name] as Provide<Name> | undefined
  return (await provide?.(c)) ?? null
}

type Provide<Name extends ServiceName> = (c: RequestContext) => Services[Name] | Promise<Services[Name]>

/**
 * Returns the service that an active plugin provides under this name.
 * @throws HttpError `plugin_inactive` if no active plugin does
 */
export async function serviceOf<Name extends ServiceName>(c: RequestContext, name: Name): Promise<Services[Name]> {
  const service = await findService(c, name)
  if (service !== null) return service
  throw new HttpError(
    'plugin_inactive',
    t("This needs the service '{name}', which no active plugin provides.", { name }),
  )
}
