import type { TargetTypes } from './collection-types.ts'

/** Types that say what lists are filtered by. */
interface Filtered {
  readonly filters: object
  readonly references: object
}

/**
 * By property what it equals or which conditions it meets; by `author.name` the same for the document that a reference
 * points to. All of them hold.
 */
export type Where<Collections, Types extends Filtered> = {
  readonly [Path in (keyof Types['filters'] & string) | HopPath<Collections, Types>]?:
    | Asked<ConditionsAt<Collections, Types, Path>>
    | undefined
}

/** Names of properties of documents that references point to. Only references of the document itself lead on. */
type HopPath<Collections, Types extends Filtered> = {
  [Name in keyof Types['references'] & string]: Name extends `${string}.${string}`
    ? never
    : `${Name}.${keyof TargetTypes<Collections, Types['references'][Name]>['filters'] & string}`
}[keyof Types['references'] & string]

type ConditionsAt<Collections, Types extends Filtered, Path extends string> = Path extends keyof Types['filters']
  ? Types['filters'][Path]
  : Path extends `${infer Name extends keyof Types['references'] & string}.${infer Property}`
    ? At<TargetTypes<Collections, Types['references'][Name]>['filters'], Property>
    : never

type At<Conditions, Property extends string> = Property extends keyof Conditions ? Conditions[Property] : never

/** A value to equal, or conditions. */
type Asked<Conditions> = Conditions extends { readonly eq?: infer Value } ? Value | Conditions : never
