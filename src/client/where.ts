import type { TargetTypes } from './collection-types.ts'

/** The types of a collection that `Where` needs. */
interface Filtered {
  readonly filters: object
  readonly references: object
}

/**
 * Conditions by property: a value that the property must equal, or an object of conditions; `author.name` is a property
 * of the document that a reference points to. All of them must hold.
 */
export type Where<Collections, Types extends Filtered> = {
  readonly [Path in (keyof Types['filters'] & string) | HopPath<Collections, Types>]?:
    | Asked<ConditionsAt<Collections, Types, Path>>
    | undefined
}

/** Names of properties of referenced documents. Only references of the document itself can be followed. */
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

/** A value that the property must equal, or conditions. */
type Asked<Conditions> = Conditions extends { readonly eq?: infer Value } ? Value | Conditions : never
