import * as z from 'zod'
import type { Collection } from '../../config/collection.ts'
import { pathOfPart } from '../../config/plugin-groups.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import { type FieldOptions, storageOf } from '../../fields/field-type.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { capitalize, show } from '../diagnostics/words.ts'
import { lowerFieldData } from '../lower/fields.ts'
import { type Check, type CheckContext, declaredField } from './context.ts'
import { checkShape } from './shape.ts'

type Step = string | number

/** A rule and its position. */
interface RuleSite {
  readonly rule: unknown
  readonly declaration: object
  readonly path: readonly Step[]
  /** Name of the rule for messages: `the rule for update of 'posts'`. */
  readonly label: string
  /** The collection for conditions, or the reason why conditions are impossible here. */
  readonly conditions: { readonly collection: Collection } | { readonly impossible: string }
  readonly functions: boolean
  /** True if `{ translators: true }` is allowed. */
  readonly translators?: true
}

/** Rules that are a single word. */
const PLAIN_RULES = ['public', 'authenticated', 'nobody']

/** Checks that access rules name existing roles, and conditions existing fields. */
export const checkAccess: Check = (context) =>
  [...collectionRules(context), ...fieldRules(context), ...routeRules(context), ...panelRules(context)].flatMap(
    (site) => checkRule(site, context),
  )

function collectionRules({ collections }: CheckContext): RuleSite[] {
  return collections.flatMap((collection) =>
    Object.entries(collection.access ?? {})
      .filter(([, rule]) => rule !== undefined)
      .map(([operation, rule]) => ({
        rule,
        declaration: collection,
        path: ['access', operation],
        label: `the rule for ${operation} of '${collection.name}'`,
        conditions:
          operation === 'create'
            ? { impossible: 'a document that is being created has nothing to compare with yet' }
            : { collection },
        functions: true,
      })),
  )
}

function fieldRules({ fields }: CheckContext): RuleSite[] {
  return fields.flatMap(({ field, label }) => {
    const { access = {} } = field.options as { readonly access?: Readonly<Record<string, unknown>> } // checked before
    return Object.entries(access)
      .filter(([, rule]) => rule !== undefined)
      .map(([operation, rule]) => ({
        rule,
        declaration: field,
        path: ['access', operation],
        label: `the rule for ${operation} of ${label}`,
        conditions: { impossible: 'it applies to a field of all documents' },
        functions: false,
      }))
  })
}

function routeRules({ plugins }: CheckContext): RuleSite[] {
  return plugins.flatMap(({ plugin }) =>
    Object.entries(routesOf(plugin))
      .filter(([, route]) => route.access !== undefined)
      .map(([key, route]) => ({
        rule: route.access,
        declaration: route,
        path: ['access'],
        label: `the rule of the route '${key}' of the plugin ${plugin.name}`,
        conditions: { impossible: 'a route has no document' },
        functions: false,
        translators: true as const,
      })),
  )
}

const PARTS = {
  documentPanels: { label: 'panel', impossible: 'it applies to a panel of all documents' },
  dashboardSections: { label: 'dashboard section', impossible: 'it applies to a part of a page, not to documents' },
} as const

function panelRules({ plugins }: CheckContext): RuleSite[] {
  return (['documentPanels', 'dashboardSections'] as const).flatMap((kind) =>
    plugins.flatMap(({ plugin }) =>
      Object.entries(plugin.admin?.[kind] ?? {}).map(([name, { access }]) => ({
        rule: access,
        declaration: plugin,
        path: [...pathOfPart(kind), name, 'access'],
        label: `the rule of the ${PARTS[kind].label} '${name}' of the plugin ${plugin.name}`,
        conditions: { impossible: PARTS[kind].impossible },
        functions: false,
        translators: true as const,
      })),
    ),
  )
}

function checkRule(site: RuleSite, context: CheckContext): Finding[] {
  const { rule, label, path, declaration } = site
  if (typeof rule === 'function') return checkFunction(site)
  if (typeof rule === 'string' && PLAIN_RULES.includes(rule)) return []
  if (!Array.isArray(rule)) return checkGrant(rule, path, site, context)
  if (rule.length === 0) {
    return [
      {
        code: 'empty-rule',
        message: `${capitalize(label)} is an empty list.`,
        hint: "Write 'nobody', or 'admin' for administrators only.",
        at: atValue(declaration, ...path),
      },
    ]
  }
  const permissions = new Set(
    rule.flatMap((grant) => (isObject(grant) && 'permission' in grant ? [grant.permission] : [])),
  )
  const findings = rule.flatMap((grant: unknown, index) => checkGrant(grant, [...path, index], site, context))
  if (permissions.size < 2) return findings
  const message = `${capitalize(label)} contains ${permissions.size} permissions, but the scope of an API token is compared with a single one.`
  return [...findings, { code: 'several-permissions', message, at: atValue(declaration, ...path) }]
}

function checkFunction({ rule, label, path, declaration, functions }: RuleSite): Finding[] {
  const at = atValue(declaration, ...path)
  const source = String(rule)
  if (!functions) {
    return [
      {
        code: 'rule-is-function',
        message: `${capitalize(label)} cannot be a function.`,
        hint: 'Only rules of collections can be functions. Write this rule as data.',
        at,
      },
    ]
  }
  if (source.includes('[native code]')) {
    return [
      {
        code: 'rule-without-source',
        message: `${capitalize(label)} has no source code, so the lock cannot show its hash.`,
        hint: 'Write the function in the rule itself.',
        at,
      },
    ]
  }
  if (!/^async\b/.test(source)) return []
  return [
    { code: 'rule-is-async', message: `${capitalize(label)} must return at once: it cannot be asynchronous.`, at },
  ]
}

function checkGrant(grant: unknown, path: readonly Step[], site: RuleSite, context: CheckContext): Finding[] {
  if (typeof grant === 'string') return checkRole(grant, path, site, context)
  if (isObject(grant) && 'permission' in grant) return checkPermission(grant, path, site)
  if (isObject(grant) && site.translators && grant.translators === true) return []
  if (isObject(grant) && 'roles' in grant) return checkRolesGrant(grant, path, site, context)
  return [
    {
      code: 'invalid-rule',
      message: `${capitalize(site.label)} is ${show(grant)}, which is not a rule.`,
      hint: "A rule is 'public', 'authenticated', 'nobody', a role, { roles, where }, { permission }, or a list of roles and these objects.",
      at: atValue(site.declaration, ...path),
    },
  ]
}

function checkRole(role: string, path: readonly Step[], site: RuleSite, { roles }: CheckContext): Finding[] {
  if (roles.has(role)) return []
  const at = atValue(site.declaration, ...path)
  if (PLAIN_RULES.includes(role)) {
    return [
      { code: 'invalid-rule', message: `'${role}' must be the whole rule, not part of a list, in ${site.label}.`, at },
    ]
  }
  const possible = path.length === site.path.length ? [...roles, ...PLAIN_RULES] : [...roles]
  return [
    {
      code: 'unknown-role',
      message: `${capitalize(site.label)} names the role '${role}', which does not exist.`,
      ...didYouMean(role, possible),
      at,
    },
  ]
}

const permissionGrant = z.strictObject({
  permission: z.string().regex(/^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/, {
    error: 'of the form <resource>.<action>, such as content.publish',
  }),
})

function checkPermission(grant: object, path: readonly Step[], { label, declaration }: RuleSite): Finding[] {
  return checkShape(permissionGrant, grant, { name: label, declaration, path })
}

const rolesGrant = z.strictObject({
  roles: z.array(z.string()).min(1),
  where: z.record(z.string(), z.unknown()).optional(),
})

function checkRolesGrant(grant: object, path: readonly Step[], site: RuleSite, context: CheckContext): Finding[] {
  const { label, declaration, conditions } = site
  const parsed = rolesGrant.safeParse(grant)
  if (!parsed.success) return checkShape(rolesGrant, grant, { name: label, declaration, path })
  const { roles, where } = parsed.data
  const findings = roles.flatMap((role, index) => checkRole(role, [...path, 'roles', index], site, context))
  if (where === undefined) return findings
  if ('impossible' in conditions) {
    const message = `${capitalize(label)} cannot have a condition: ${conditions.impossible}.`
    return [...findings, { code: 'where-not-possible', message, at: atKey(declaration, ...path, 'where') }]
  }
  const conditionFindings = Object.entries(where).flatMap(([name, value]) =>
    checkCondition(name, value, [...path, 'where', name], site, conditions.collection, context),
  )
  return [...findings, ...conditionFindings]
}

/** Values of the caller that a condition may compare with, read at request time. */
const VARIABLES = ['$user.id', '$user.email', '$user.role']

/** Schemas of system fields that a condition may name. */
const SYSTEM_VALUES: Readonly<Record<string, z.ZodType>> = {
  id: z.string(),
  status: z.enum(['draft', 'published', 'scheduled']),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
}

function checkCondition(
  name: string,
  value: unknown,
  path: readonly Step[],
  { label, declaration }: RuleSite,
  collection: Collection,
  context: CheckContext,
): Finding[] {
  const schema = Object.hasOwn(SYSTEM_VALUES, name) ? SYSTEM_VALUES[name] : conditionSchema(name, collection, context)
  if (schema === undefined) {
    const names = [...Object.keys(collection.fields), ...Object.keys(SYSTEM_VALUES)]
    const message = `The condition in ${label} names '${name}', which is not a field of '${collection.name}'.`
    return [{ code: 'unknown-field', message, ...didYouMean(name, names), at: atKey(declaration, ...path) }]
  }
  if (schema === null) {
    const message = `The condition in ${label} cannot compare '${name}': it holds more than one value.`
    return [{ code: 'where-not-possible', message, at: atKey(declaration, ...path) }]
  }
  const at = atValue(declaration, ...path)
  if (typeof value === 'string' && value.startsWith('$')) {
    if (VARIABLES.includes(value)) return []
    return [
      {
        code: 'unknown-variable',
        message: `The condition in ${label} compares with '${value}', which is not a property of the caller.`,
        ...didYouMean(value, VARIABLES),
        at,
      },
    ]
  }
  if (value === null || schema.safeParse(value).success) return []
  return [
    {
      code: 'invalid-condition',
      message: `The condition in ${label} compares '${name}' with ${show(value)}, a value that it cannot have.`,
      at,
    },
  ]
}

/**
 * Returns the schema of a field's value in a condition; `null` if it cannot be compared, `undefined` if the field does
 * not exist.
 */
function conditionSchema(
  name: string,
  collection: Collection,
  { fieldTypes }: CheckContext,
): z.ZodType | null | undefined {
  const field = declaredField(collection, name)
  if (field === undefined) return undefined
  if (field === null) return z.unknown()
  // Whether a document may be read does not depend on the requested language.
  if ((field.options as FieldOptions).localized === true) return null
  const type = fieldTypes[field.kind]
  if (!type || ['join', 'json'].includes(storageOf(type, field.options))) return null
  try {
    return type.schema(lowerFieldData(name, field).options, () => z.unknown())
  } catch {
    return z.unknown() // wrong options of the field are reported with the field
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
