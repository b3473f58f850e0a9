import { environmentOf, HttpError, manifestOf, passwordErrors, type RequestContext, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import { MEDIA_TYPES } from './media/fill.ts'
import type { SeedRequest } from './plan.ts'
import { LIMITS, settings } from './settings.ts'

/** Default roles of accounts. */
export const ROLES = ['admin', 'editor', 'author']

/** Environments in which sample accounts may get a password, which everybody who sees the request can read. */
const OPEN = ['development', 'preview']

const count = (limit: number) => z.int().min(0).max(limit).optional()

/** Body of a call that creates sample data. */
export const generateBody = z.strictObject({
  contentCount: count(LIMITS.content).describe('Number of documents. Default: the value in the settings.'),
  userCount: count(LIMITS.users).describe('Number of accounts. Default: the value in the settings.'),
  mediaCount: count(LIMITS.media).describe('Number of files. Default: the value in the settings.'),
  clearExisting: z.boolean().optional().describe('Whether to remove earlier sample data first.'),
  seed: z
    .int()
    .min(0)
    .max(4_294_967_295)
    .optional()
    .describe('The same seed gives the same data. Default: a new seed.'),
  roles: z.array(z.string()).min(1).max(20).optional().describe('Roles that accounts get in turn.'),
  collections: z.array(z.string()).max(500).optional().describe('Collections that get documents. Default: all.'),
  mediaTypes: z.array(z.enum(MEDIA_TYPES)).min(1).optional().describe('Default: `image/png`.'),
  password: z
    .string()
    .optional()
    .describe(
      'Password of every account, only in development and preview. Without it, nobody can sign in with a password.',
    ),
  from: z.int().min(0).optional().describe('`next` of the previous call, to continue from there.'),
  limit: z
    .int()
    .min(1)
    .optional()
    .describe('Approximate number of documents to create in this call; a file counts as 20. Default: all.'),
})

export type GenerateBody = z.output<typeof generateBody>

/**
 * Completes the request of a call: missing values come from the settings.
 * @throws HttpError `validation_failed` for a role that the config does not have, `forbidden` for a password in an
 * environment in which people other than developers sign in
 */
export function seedRequestOf(c: RequestContext, body: GenerateBody): SeedRequest {
  const { contentCount, userCount, mediaCount } = settingsOf(c, settings)
  const { roles = ROLES, password } = body
  const known = Object.keys(manifestOf(c).roles)
  const unknown = roles.findIndex((role) => !known.includes(role))
  if (unknown >= 0) {
    throw new HttpError(
      'validation_failed',
      t('There is no role {name}.', { name: roles[unknown]?.slice(0, 100) ?? '' }),
      {
        errors: [
          {
            path: `roles.${unknown}`,
            code: 'invalid_value',
            message: t('One of {values}.', { values: known.join(', ') }),
          },
        ],
      },
    )
  }
  const { name } = environmentOf(c)
  if (password !== undefined && !OPEN.includes(name)) {
    throw new HttpError('forbidden', t('Accounts with a known password are not created in {name}.', { name }))
  }
  return {
    content: body.contentCount ?? contentCount,
    users: body.userCount ?? userCount,
    media: body.mediaCount ?? mediaCount,
    seed: body.seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    roles,
    collections: body.collections ?? manifestOf(c).collections.map((collection) => collection.name),
    mediaTypes: body.mediaTypes ?? ['image/png'],
    ...(password === undefined ? {} : { password }),
  }
}

/**
 * Checks that the password of a request, if it has one, obeys the rules for passwords.
 * @throws HttpError `validation_failed` for a password that is too short or too common
 */
export async function checkPassword({ password }: Pick<SeedRequest, 'password'>): Promise<void> {
  const errors = password === undefined ? [] : await passwordErrors(password)
  if (errors.length > 0) throw new HttpError('validation_failed', undefined, { errors })
}
