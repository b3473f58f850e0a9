import type { ManifestCollection } from './collection.ts'

/** A query parameter of lists, other than a condition on a property. */
interface ListParameter {
  /**
   * Aspect of a list that the parameter selects: the part to return, the order, the documents, or their language. A
   * cursor stays valid while only parameters that select a part change.
   */
  readonly chooses: 'part' | 'order' | 'documents' | 'language'
  /** Feature that a collection must have for the parameter to exist. Default: every list has the parameter. */
  readonly needs?: 'search' | 'references' | 'localized fields' | 'locales'
  /** `true`: the parameter does not exist for anonymous callers. */
  readonly needsAccount?: true
  /**
   * `true`: logs contain the parameter's value. Default: only the length of the value, because the value is text that
   * people type.
   */
  readonly isLogged?: true
}

/**
 * The parameters of lists. All code that accepts, reserves, describes, shows or logs them uses this table, or fails to
 * compile if one is missing.
 */
export const LIST_PARAMETERS = {
  page: { chooses: 'part', isLogged: true },
  limit: { chooses: 'part', isLogged: true },
  cursor: { chooses: 'part' },
  count: { chooses: 'part', isLogged: true },
  sort: { chooses: 'order', isLogged: true },
  fields: { chooses: 'part', isLogged: true },
  populate: { chooses: 'part', needs: 'references', isLogged: true },
  q: { chooses: 'documents', needs: 'search' },
  status: { chooses: 'documents', isLogged: true },
  translation: { chooses: 'documents', needs: 'localized fields', needsAccount: true, isLogged: true },
  or: { chooses: 'documents' },
  locale: { chooses: 'language', needs: 'locales', isLogged: true },
  fallback: { chooses: 'language', needs: 'locales', isLogged: true },
} as const satisfies { readonly [name: string]: ListParameter }

export type ListParameterName = keyof typeof LIST_PARAMETERS

const ALL: readonly (readonly [string, ListParameter])[] = Object.entries(LIST_PARAMETERS)

/** Returns the names of the parameters that select one of the given aspects. */
export function parametersThatChoose(...what: readonly ListParameter['chooses'][]): readonly string[] {
  return ALL.flatMap(([name, { chooses }]) => (what.includes(chooses) ? [name] : []))
}

/** Returns the names of a collection's list parameters for a caller, without those that choose the language. */
export function parametersOf(
  { search, locales }: Pick<ManifestCollection, 'search' | 'locales'>,
  isSignedIn: boolean,
): readonly string[] {
  const isHad = ({ chooses, needs, needsAccount }: ListParameter) =>
    chooses !== 'language' &&
    (needs !== 'search' || search.length > 0) &&
    (needs !== 'localized fields' || locales !== undefined) &&
    (!needsAccount || isSignedIn)
  return ALL.flatMap(([name, parameter]) => (isHad(parameter) ? [name] : []))
}

/** Returns the names that no field can have: parameters of every list, or parameters that exist only with locales. */
export function reservedBy(whose: 'every list' | 'locales' | 'localized fields'): readonly string[] {
  const reserver = (needs: ListParameter['needs']) =>
    needs === 'locales' || needs === 'localized fields' ? needs : 'every list'
  return ALL.flatMap(([name, { needs }]) => (reserver(needs) === whose ? [name] : []))
}

/** Names of the parameters whose values logs contain. */
export const LOGGED_PARAMETERS: readonly string[] = ALL.flatMap(([name, { isLogged }]) => (isLogged ? [name] : []))
