import { REFERENCE_ASSET } from '../../manifest/reference/reference-parts.ts'

/** Path of a file that browsers load. */
const STYLE = '/assets/admin.css'

/**
 * Tells whether `run_worker_first` routes the parts of the API reference to the worker, which returns 404 for them, and
 * lets Cloudflare serve the files that browsers load.
 */
export function routesReference(rules: boolean | readonly string[] | undefined): boolean {
  return runsWorkerFirst(rules, REFERENCE_ASSET) && !runsWorkerFirst(rules, STYLE)
}

/**
 * Tells whether the worker runs first, according to
 * https://developers.cloudflare.com/workers/static-assets/binding/#run_worker_first: a rule with `!` overrides others.
 */
function runsWorkerFirst(rules: boolean | readonly string[] | undefined, path: string): boolean {
  if (typeof rules !== 'object') return rules === true
  const excepts = rules.some((rule) => rule.startsWith('!') && matches(rule.slice(1), path))
  return !excepts && rules.some((rule) => matches(rule, path))
}

/** Tells whether a path matches a rule, in which `*` matches any characters. */
function matches(rule: string, path: string): boolean {
  const pattern = rule.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${pattern}$`).test(path)
}
