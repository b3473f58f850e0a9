import type { ManifestCollection } from './collection.ts'

/** A parameter of lists that is no condition on a property. */
interface ListParameter {
  /**
   * Choice that it makes: how much of the list, its order, the documents in it, or their language. A cursor is a place in
   * a list, so it holds while parameters of the first sort change.
   */
  readonly chooses: 'part' | 'order' | 'documents' | 'language'
  /** Feature of a collection that the parameter comes with. Default: every list has it. */
  readonly needs?: 'search' | 'references' | 'localized fields' | 'locales'
  /** `true`: it does not exist for callers who are not signed in. */
  readonly needsAccount?: true
  /** `true`: logs show its value. Default: only its length, since people type in it. */
  readonly isLogged?: true
}

/**
 * The parameters of lists. What takes, reserves, describes, shows or logs them is made from this table, or does not
 * compile without one of them.
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

/** Names of the parameters that choose this. */
export function parametersThatChoose(...what: readonly ListParameter['chooses'][]): readonly string[] {
  return ALL.flatMap(([name, { chooses }]) => (what.includes(chooses) ? [name] : []))
}

/** Names of the parameters of a collection's list for a caller, those about its language aside. */
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

/** Names that no field can have: of parameters of every list, or of those that locales bring. */
export function reservedBy(whose: 'every list' | 'locales' | 'localized fields'): readonly string[] {
  const reserver = (needs: ListParameter['needs']) =>
    needs === 'locales' || needs === 'localized fields' ? needs : 'every list'
  return ALL.flatMap(([name, { needs }]) => (reserver(needs) === whose ? [name] : []))
}

/** Names of the parameters whose values logs show. */
export const LOGGED_PARAMETERS: readonly string[] = ALL.flatMap(([name, { isLogged }]) => (isLogged ? [name] : []))
