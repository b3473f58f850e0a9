import { resolve } from 'node:path'
import type { Host } from '../../config/config.ts'
import type { Manifest } from '../../manifest/index.ts'
import type { WorkerFacts } from './worker-facts.ts'

/** A way in which a project's modules are bundled. Environments that are bundled alike share one. */
export interface BundleVariant {
  readonly host: Host
  /** Modules that replace others, as `wrangler.toml` declares. */
  readonly alias: Readonly<Record<string, string>>
  /** Expressions that replace names, as `wrangler.toml` declares. */
  readonly define: Readonly<Record<string, string>>
  /** Absolute path of the tsconfig that `wrangler.toml` names; `null` for those beside the modules. */
  readonly tsconfig: string | null
}

/** Returns the ways in which the environments of a project are bundled. */
export function bundleVariants(root: string, { environments }: Pick<Manifest, 'environments'>, facts: WorkerFacts) {
  const variants = Object.values(environments).map(({ name, host }): BundleVariant => {
    const setting = (key: string, isInherited: boolean) =>
      facts[`env.${name}.${key}`] ?? (isInherited || name === 'development' ? facts[key] : undefined)
    const tsconfig = setting('tsconfig', true)
    // A server on Node is bundled without wrangler.
    if (host === 'node') return { host, alias: {}, define: {}, tsconfig: null }
    return {
      host,
      alias: textsIn(setting('alias', true)),
      define: textsIn(setting('define', false)),
      tsconfig: typeof tsconfig === 'string' ? resolve(root, tsconfig) : null,
    }
  })
  return [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()]
}

function textsIn(table: unknown): Readonly<Record<string, string>> {
  if (typeof table !== 'object' || table === null) return {}
  return Object.fromEntries(Object.entries(table).filter(([, value]) => typeof value === 'string'))
}
