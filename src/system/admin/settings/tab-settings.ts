/** What a tab shows: facts by name. */
export type TabSettings = Readonly<Record<string, unknown>>
